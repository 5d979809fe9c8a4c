import { descending, listPage, type PageRequest } from '../../lists/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { advisoryLock } from '../../platform/db/locks.ts'
import { sql, valuesOf } from '../../platform/db/sql.ts'
import type { Purpose } from './operations.ts'

/** Serializes submissions of the same form, so that its limits hold. */
export const lockForm = (db: Db, form: string) =>
  db.run(sql`select pg_advisory_xact_lock(${advisoryLock('form', sql`${form}::text`)})`)

export type Proof = {
  id: string
  form_id: string
  purpose: Purpose
  address: string
  used_at: Date
}

/** Whether it was not used before. */
export const takeProof = async (db: Db, proof: Proof): Promise<boolean> =>
  (await db.run(sql`insert into kontor.form_proofs ${valuesOf(proof)} on conflict do nothing`)) > 0

export const findProof = (db: Db, id: string) =>
  db.first(sql<Proof>`select * from kontor.form_proofs where id = ${id}`)

type Counting = Pick<Proof, 'form_id' | 'purpose'> & { since: Date; address?: string }

export async function countProofs(db: Db, { form_id, purpose, since, address }: Counting) {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*) as count from kontor.form_proofs
    where form_id = ${form_id} and purpose = ${purpose} and used_at > ${since}
      and (${address ?? null}::text is null or address = ${address ?? null})`)
  return Number(count)
}

export const deleteOldProofs = (db: Db, before: Date) =>
  db.run(sql`delete from kontor.form_proofs where used_at <= ${before}`)

export type Submission = {
  id: string
  form_id: string
  proof_id: string
  fingerprint: Buffer
  item_id: string
  hash: Buffer | null
  receiver: Buffer | null
  created_at: Date
  expires_at: Date | null
}

export const insertSubmission = (db: Db, submission: Submission) =>
  db.run(sql`insert into kontor.form_submissions ${valuesOf(submission)}`)

export const findByProof = (db: Db, proof: string) =>
  db.first(sql<Submission>`select * from kontor.form_submissions where proof_id = ${proof}`)

export const findSubmission = (db: Db, id: string) =>
  db.first(sql<Submission>`select * from kontor.form_submissions where id = ${id}`)

export const findBySecret = (db: Db, hash: Buffer, now: Date) =>
  db.first(sql<Submission>`
    select * from kontor.form_submissions where hash = ${hash} and expires_at > ${now}`)

/** Letters to one receiver, whichever form they are of. */
export async function countLetters(db: Db, receiver: Buffer, since: Date): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*) as count from kontor.form_submissions
    where receiver = ${receiver} and created_at > ${since}`)
  return Number(count)
}

export const listSubmissions = (db: Db, form: string, page: PageRequest) =>
  listPage<Submission>(
    db,
    {
      columns: sql`*`,
      from: sql`kontor.form_submissions`,
      where: [sql`form_id = ${form}`],
      order: [descending('created_at', 'timestamptz'), descending('id', 'uuid')],
    },
    page,
  )

/** Whether there is one. */
export const revokeLink = async (db: Db, id: string): Promise<boolean> =>
  (await db.run(sql`
    update kontor.form_submissions set hash = null, expires_at = null where id = ${id}`)) > 0

/** Submissions stay; expired links are deleted. */
export const forgetOldLinks = (db: Db, now: Date) =>
  db.run(sql`
    update kontor.form_submissions set hash = null, expires_at = null where expires_at <= ${now}`)

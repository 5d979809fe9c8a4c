import type { Db } from '../../platform/db/db.ts'
import { advisoryLock } from '../../platform/db/locks.ts'
import { and, type Sql, sql } from '../../platform/db/sql.ts'

export type DraftRow = {
  id: string
  number: number
  solution: string
  author: string
  base_version: number
  revision: number
  changes: number
  created_at: Date
  updated_at: Date
}

const selectDrafts = sql`
  select d.id, d.number, d.solution, d.author, d.base_version, d.revision, d.created_at, d.updated_at,
    (select count(*) from kontor.draft_files f where f.draft_id = d.id)::int as changes
  from kontor.drafts d`

export const findDraft = (db: Db, id: string): Promise<DraftRow | undefined> =>
  db.first(sql<DraftRow>`${selectDrafts} where d.id = ${id}`)

/** Locks the row until the transaction ends. */
export const lockDraft = (db: Db, id: string): Promise<DraftRow | undefined> =>
  db.first(sql<DraftRow>`${selectDrafts} where d.id = ${id} for update of d`)

export type DraftFilter = {
  author?: string | undefined
  solution?: string | undefined
  before: number | undefined
  size: number
}

export function listDrafts(
  db: Db,
  { author, solution, before, size }: DraftFilter,
): Promise<DraftRow[]> {
  const conditions: Sql[] = [
    ...(author === undefined ? [] : [sql`d.author = ${author}`]),
    ...(solution === undefined ? [] : [sql`d.solution = ${solution}`]),
    ...(before === undefined ? [] : [sql`d.number < ${before}`]),
  ]
  return db.all(
    sql<DraftRow>`${selectDrafts} where ${and(conditions)} order by d.number desc limit ${size}`,
  )
}

/** Locks the drafts of a user, so that concurrent requests do not create two. */
export async function lockAuthor(db: Db, author: string): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(${advisoryLock('drafts', sql`${author}::text`)})`)
  const row = await db.first(
    sql<{
      count: number
    }>`select count(*)::int as count from kontor.drafts where author = ${author}`,
  )
  return row?.count ?? 0
}

/** The size of all changes in a user's drafts, locked like `lockAuthor`. */
export async function lockSize(db: Db, author: string): Promise<number> {
  await lockAuthor(db, author)
  const row = await db.first(sql<{ size: number }>`
    select coalesce(sum(octet_length(f.content)), 0)::float8 as size
    from kontor.draft_files f join kontor.drafts d on d.id = f.draft_id where d.author = ${author}`)
  return row?.size ?? 0
}

export type NewDraft = { id: string; solution: string; author: string; baseVersion: number }

export const insertDraft = (db: Db, draft: NewDraft, now: Date) =>
  db.run(sql`
    insert into kontor.drafts (id, solution, author, base_version, revision, created_at, updated_at)
    values (${draft.id}, ${draft.solution}, ${draft.author}, ${draft.baseVersion}, 1, ${now}, ${now})`)

export const deleteDraft = (db: Db, id: string) =>
  db.run(sql`delete from kontor.drafts where id = ${id}`)

export type ChangedFile = { path: string; content: Buffer | null }

export const listChanges = (db: Db, id: string): Promise<ChangedFile[]> =>
  db.all(sql<ChangedFile>`
    select path, content from kontor.draft_files where draft_id = ${id} order by path`)

export type Changes = { save: readonly ChangedFile[]; drop: readonly string[]; now: Date }

/** Gives the draft its next revision. */
export async function saveChanges(db: Db, id: string, { save, drop, now }: Changes): Promise<void> {
  for (const { path, content } of save) {
    await db.run(sql`
      insert into kontor.draft_files (draft_id, path, content)
      values (${id}, ${path}, ${content})
      on conflict (draft_id, path) do update set content = excluded.content`)
  }
  await db.run(sql`
    delete from kontor.draft_files where draft_id = ${id} and path = any(${drop}::text[])`)
  await db.run(sql`
    update kontor.drafts set revision = revision + 1, updated_at = ${now} where id = ${id}`)
}

export const moveBase = (db: Db, id: string, version: number) =>
  db.run(sql`update kontor.drafts set base_version = ${version} where id = ${id}`)

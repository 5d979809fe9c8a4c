import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Evidence = {
  isGiven: boolean
  at: Date
  method: string
  wording: string
  recordedAt: Date
  recordedBy: string
}

export async function insertConsents(
  db: Db,
  subscribers: readonly string[],
  { isGiven, at, method, wording, recordedAt, recordedBy }: Evidence,
): Promise<void> {
  if (subscribers.length === 0) return
  await db.run(sql`
    insert into kontor.marketing_consents
      (subscriber_id, is_given, given_at, method, wording, recorded_at, recorded_by)
    select id, ${isGiven}, ${at}, ${method}, ${wording}, ${recordedAt}, ${recordedBy}
      from unnest(${subscribers}::uuid[]) id`)
}

export const listConsents = (db: Db, subscriber: string): Promise<Evidence[]> =>
  db.all(sql<Evidence>`
    select is_given as "isGiven", given_at as at, method, wording, recorded_at as "recordedAt",
      recorded_by as "recordedBy"
    from kontor.marketing_consents where subscriber_id = ${subscriber} order by id`)

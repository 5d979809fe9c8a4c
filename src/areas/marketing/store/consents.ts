import { type Db, statement } from '../../../platform/db/db.ts'

export type Evidence = {
  isGiven: boolean
  at: Date
  method: string
  wording: string
  recordedAt: Date
  recordedBy: string
}

const insert = statement(`
  insert into kontor.marketing_consents
    (subscriber_id, is_given, given_at, method, wording, recorded_at, recorded_by)
  select id, $2, $3, $4, $5, $6, $7 from unnest($1::uuid[]) id`)

export async function insertConsents(
  db: Db,
  subscribers: readonly string[],
  { isGiven, at, method, wording, recordedAt, recordedBy }: Evidence,
): Promise<void> {
  if (subscribers.length === 0) return
  await db.query(insert, [subscribers, isGiven, at, method, wording, recordedAt, recordedBy])
}

const select = statement<Evidence>(`
  select is_given as "isGiven", given_at as at, method, wording, recorded_at as "recordedAt",
    recorded_by as "recordedBy"
  from kontor.marketing_consents where subscriber_id = $1 order by id`)

export const listConsents = (db: Db, subscriber: string): Promise<Evidence[]> =>
  db.query(select, [subscriber])

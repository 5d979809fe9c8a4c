import { invalid } from '../../../lib/errors.ts'
import { type Db, statement } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'

export type NewSegment = {
  id: string
  name: string
  externalId: string | null
  preference: string | null
  at: Date
  by: string
}

const insert = statement(`
  insert into kontor.marketing_segments
    (id, name, external_id, preference_id, created_at, created_by, updated_at, updated_by)
  values ($1, $2, $3, $4, $5, $6, $5, $6)`)

export async function insertSegment(db: Db, segment: NewSegment): Promise<void> {
  const { id, name, externalId, preference, at, by } = segment
  try {
    await db.query(insert, [id, name, externalId, preference, at, by])
  } catch (error) {
    if (!isUniqueViolation(error, 'marketing_segments_external')) throw error
    throw invalid(`field "externalId": a segment with "${externalId}" already exists`)
  }
}

const lock = statement<{ id: string }>(
  'select id from kontor.marketing_segments where id = $1 for update',
)

/** Who adds or removes does so one after the other, so that the count stays right. */
export async function lockSegment(db: Db, id: string): Promise<boolean> {
  return (await db.query(lock, [id])).length > 0
}

const READABLE = `
  from kontor.marketing_subscribers s
  where s.id = any($1::uuid[]) and ($2::text[] is null or s.namespace || '/' || s.code = any($2))`

const selectKnown = statement<{ id: string }>(`select s.id ${READABLE}`)

const insertKnown = statement<{ id: string }>(`
  insert into kontor.marketing_segment_subscribers (segment_id, subscriber_id)
  select $3, s.id ${READABLE}
  on conflict do nothing
  returning subscriber_id as id`)

type Wanted = { ids: readonly string[]; apps: readonly string[] | undefined }

/**
 * Adds those of the subscribers that are in one of the apps. What became of each is put together by
 * the caller, not by a join over a list whose length the planner cannot know.
 */
export async function addMembers(
  db: Db,
  segment: string,
  { ids, apps }: Wanted,
): Promise<{ known: Set<string>; added: Set<string> }> {
  const known = await db.query(selectKnown, [ids, apps ?? null])
  const added = await db.query(insertKnown, [ids, apps ?? null, segment])
  return { known: idsIn(known), added: idsIn(added) }
}

const remove = statement<{ id: string }>(`
  delete from kontor.marketing_segment_subscribers
  where segment_id = $1 and subscriber_id = any($2::uuid[])
  returning subscriber_id as id`)

export const removeMembers = async (
  db: Db,
  segment: string,
  ids: readonly string[],
): Promise<Set<string>> => idsIn(await db.query(remove, [segment, ids]))

const idsIn = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))

const count = statement(`
  update kontor.marketing_segments
  set subscribers_count = subscribers_count + $2, updated_at = $3, updated_by = $4
  where id = $1`)

export async function saveCount(
  db: Db,
  segment: string,
  change: { more: number; at: Date; by: string },
): Promise<void> {
  await db.query(count, [segment, change.more, change.at, change.by])
}

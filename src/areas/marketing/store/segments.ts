import { containing } from '../../../fields/kinds/like.ts'
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

export type Wanted = { q?: string | undefined; from: number; size: number }
type Listed = { id: string; name: string; subscribers_count: number; created_at: Date }

const MATCHING = `
  from kontor.marketing_segments
  where $1::text is null or name ilike $1 or external_id ilike $1`
const selectPage = statement<Listed>(`
  select id, name, subscribers_count, created_at ${MATCHING}
  order by created_at desc, id desc offset $2 limit $3`)
const countMatching = statement<{ total: number }>(`select count(*) as total ${MATCHING}`)

export async function listSegments(db: Db, { q, from, size }: Wanted) {
  const pattern = q ? containing(q) : null
  const [rows, [counted]] = await Promise.all([
    db.query(selectPage, [pattern, from, size]),
    db.query(countMatching, [pattern]),
  ])
  return { rows, total: counted?.total ?? 0 }
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

/** Pieces of a long list, so that no statement comes near the time that statements have. */
function* piecesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += PIECE) yield ids.slice(at, at + PIECE)
}
const PIECE = 10_000

/**
 * Adds those of the subscribers that are in one of the apps. What became of each is put together by
 * the caller, not by a join over a list whose length the planner cannot know.
 */
export async function addMembers(
  db: Db,
  segment: string,
  { ids, apps }: { ids: readonly string[]; apps: readonly string[] | undefined },
): Promise<{ known: Set<string>; added: Set<string> }> {
  const [known, added] = [new Set<string>(), new Set<string>()]
  for (const piece of piecesOf(ids)) {
    for (const { id } of await db.query(selectKnown, [piece, apps ?? null])) known.add(id)
    for (const { id } of await db.query(insertKnown, [piece, apps ?? null, segment])) added.add(id)
  }
  return { known, added }
}

const remove = statement<{ id: string }>(`
  delete from kontor.marketing_segment_subscribers
  where segment_id = $1 and subscriber_id = any($2::uuid[])
  returning subscriber_id as id`)

export async function removeMembers(
  db: Db,
  segment: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const removed = new Set<string>()
  for (const piece of piecesOf(ids)) {
    for (const { id } of await db.query(remove, [segment, piece])) removed.add(id)
  }
  return removed
}

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

import { containing } from '../../../fields/kinds/like.ts'
import { invalid } from '../../../lib/errors.ts'
import { descending, listPage, type PageRequest } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

export type NewSegment = {
  id: string
  name: string
  externalId: string | null
  preference: string | null
  at: Date
  by: string
}

export async function insertSegment(db: Db, segment: NewSegment): Promise<void> {
  const { id, name, externalId, preference, at, by } = segment
  try {
    await db.run(sql`
      insert into kontor.marketing_segments
        (id, name, external_id, preference_id, created_at, created_by, updated_at, updated_by)
      values (${id}, ${name}, ${externalId}, ${preference}, ${at}, ${by}, ${at}, ${by})`)
  } catch (error) {
    if (!isUniqueViolation(error, 'marketing_segments_external')) throw error
    throw invalid(`field "externalId": a segment with "${externalId}" already exists`)
  }
}

export type SegmentFilter = PageRequest & { q?: string | undefined }
type Listed = { id: string; name: string; subscribers_count: number; created_at: Date }

export const listSegments = (db: Db, { q, ...page }: SegmentFilter) =>
  listPage<Listed>(
    db,
    {
      columns: sql`id, name, subscribers_count, created_at`,
      from: sql`kontor.marketing_segments`,
      where: q ? [hasText(containing(q))] : [],
      order: [descending('created_at', 'timestamptz'), descending('id', 'uuid')],
    },
    page,
  )

const hasText = (pattern: string): Sql =>
  sql`(name ilike ${pattern} or external_id ilike ${pattern})`

/** Serializes changes of members, so that the count stays right. */
export async function lockSegment(db: Db, id: string): Promise<boolean> {
  const changed = await db.run(
    sql<{ id: string }>`select id from kontor.marketing_segments where id = ${id} for update`,
  )
  return changed > 0
}

const readable = (ids: readonly string[], apps: readonly string[] | null): Sql => sql`
  from kontor.marketing_subscribers s
  where s.id = any(${ids}::uuid[])
    and (${apps}::text[] is null or s.namespace || '/' || s.code = any(${apps}))`

/** Long lists are split, so that no statement reaches the time limit. */
function* piecesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += PIECE) yield ids.slice(at, at + PIECE)
}
const PIECE = 10_000

/**
 * Adds the subscribers that belong to one of the apps. The caller combines the results, because the planner cannot
 * estimate a join over a list.
 */
export async function addMembers(
  db: Db,
  segment: string,
  { ids, apps }: { ids: readonly string[]; apps: readonly string[] | undefined },
): Promise<{ known: Set<string>; added: Set<string> }> {
  const [known, added] = [new Set<string>(), new Set<string>()]
  for (const piece of piecesOf(ids)) {
    const found = readable(piece, apps ?? null)
    for (const { id } of await db.all(sql<{ id: string }>`select s.id ${found}`)) known.add(id)
    const inserted = await db.all(sql<{ id: string }>`
      insert into kontor.marketing_segment_subscribers (segment_id, subscriber_id)
      select ${segment}, s.id ${found}
      on conflict do nothing
      returning subscriber_id as id`)
    for (const { id } of inserted) added.add(id)
  }
  return { known, added }
}

export async function removeMembers(
  db: Db,
  segment: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const removed = new Set<string>()
  for (const piece of piecesOf(ids)) {
    for (const { id } of await db.all(sql<{ id: string }>`
      delete from kontor.marketing_segment_subscribers
      where segment_id = ${segment} and subscriber_id = any(${piece}::uuid[])
      returning subscriber_id as id`))
      removed.add(id)
  }
  return removed
}

export async function saveCount(
  db: Db,
  segment: string,
  change: { more: number; at: Date; by: string },
): Promise<void> {
  await db.run(sql`
    update kontor.marketing_segments
    set subscribers_count = subscribers_count + ${change.more}, updated_at = ${change.at},
      updated_by = ${change.by}
    where id = ${segment}`)
}

import { type AppError, invalid, notFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Member } from './operations.ts'
import { readableApps, requireContacts } from './policy.ts'
import { requirePreferences } from './preferences.ts'
import * as store from './store/segments.ts'

type SegmentInput = {
  name?: string | null | undefined
  externalId?: string | null | undefined
  preference?: string | null | undefined
}

/** Creates an empty segment and returns its id. */
export async function createSegment(ctx: Context, wanted: SegmentInput): Promise<string> {
  await requireContacts(ctx, 'update')
  const { name, externalId, preference = null } = wanted
  if (!name) throw invalid('field "name": expected the name of the segment')
  if (preference !== null) await requirePreferences(ctx, 'preference', [preference])
  const segment = { id: newId(), name, externalId: externalId || null, preference }
  await store.insertSegment(ctx.db, { ...segment, at: ctx.now(), by: ctx.user.id })
  const { id, ...data } = segment
  await ctx.emit({ type: 'marketing.segment.created', object: `segment:${id}`, data })
  return id
}

export async function findSegments(ctx: Context, wanted: store.SegmentFilter) {
  await requireContacts(ctx, 'read')
  const { rows, ...rest } = await store.listSegments(ctx.db, wanted)
  const segments = rows.map(({ id, name, subscribers_count, created_at }) => ({
    id,
    name,
    kind: 'static' as const,
    subscribers: subscribers_count,
    createdAt: created_at.toISOString(),
  }))
  return { segments, ...rest }
}

type Done = { results: Member[]; count: number }

/** All or none, unless the caller asks to skip invalid ones. */
export async function addSubscribers(
  ctx: Context,
  id: string,
  { ids, skipInvalid }: { ids: readonly string[]; skipInvalid: boolean },
): Promise<Done> {
  await lockForChange(ctx, id)
  const apps = await readableApps(ctx)
  const { known, added } = await store.addMembers(ctx.db, id, { ids, apps })
  const unknown = ids.filter((each) => !known.has(each))
  if (unknown.length > 0 && !skipInvalid) throw unknownSubscribers(unknown)
  const results = ids.map((each): Member => {
    if (added.has(each)) return { id: each, status: 'added' }
    return { id: each, status: known.has(each) ? 'present' : 'invalid' }
  })
  return finish(ctx, id, { results, status: 'added' })
}

export async function removeSubscribers(
  ctx: Context,
  id: string,
  ids: readonly string[],
): Promise<Done> {
  await lockForChange(ctx, id)
  const removed = await store.removeMembers(ctx.db, id, ids)
  const results = ids.map(
    (each): Member => ({ id: each, status: removed.has(each) ? 'removed' : 'absent' }),
  )
  return finish(ctx, id, { results, status: 'removed' })
}

async function lockForChange(ctx: Context, id: string): Promise<void> {
  await requireContacts(ctx, 'update')
  if (!(await store.lockSegment(ctx.db, id))) throw notFound('segment', id)
}

const SHOWN = 10

function unknownSubscribers(ids: readonly string[]): AppError {
  const more = ids.length > SHOWN ? `, and ${ids.length - SHOWN} more` : ''
  const shown = ids.slice(0, SHOWN).join(', ')
  return invalid(`field "ids": subscriber not found: ${shown}${more}; nothing was added`)
}

/** The maximum number of subscribers per event. */
const IN_EVENT = 1000

async function finish(
  ctx: Context,
  id: string,
  { results, status }: { results: Member[]; status: 'added' | 'removed' },
): Promise<Done> {
  const changed = results.filter((each) => each.status === status).map((each) => each.id)
  if (changed.length === 0) return { results, count: 0 }
  const more = status === 'added' ? changed.length : -changed.length
  await store.saveCount(ctx.db, id, { more, at: ctx.now(), by: ctx.user.id })
  const type = `marketing.segment.subscribers_${status}` as const
  for (let at = 0; at < changed.length; at += IN_EVENT) {
    const data = { subscribers: changed.slice(at, at + IN_EVENT) }
    await ctx.emit({ type, object: `segment:${id}`, data })
  }
  return { results, count: changed.length }
}

import { createHash } from 'node:crypto'
import { type ObjectName, parseObject } from '../../kinds/kind.ts'
import type { ObjectKinds } from '../../kinds/kinds.ts'
import { isId, newId } from '../../lib/ids.ts'
import { SYSTEM } from '../../platform/caller.ts'
import { type Context, type Platform, write } from '../../platform/context.ts'
import { inline, join } from '../../platform/db/sql.ts'
import { readEvents, type StoredEvent } from '../../platform/events.ts'
import type { Runner } from '../../platform/jobs/runner.ts'
import { BackgroundLoop } from '../../platform/loops/background-loop.ts'
import { listSearched, readThese, type Searched } from './objects.ts'
import * as entries from './store/entries.ts'
import * as store from './store/feed.ts'

type SearchedKind = entries.SearchedKind

/** Events or objects of one transaction. */
const BATCH = 100
/** Milliseconds until the log is read again: at its end, and at a missing position. */
const IDLE = 500
const MISSING = 50

/**
 * Reads the event log and updates the entries of changed objects, on one node at a time. Kinds that are new, or
 * searched differently than before, are indexed completely, batch by batch.
 */
export function startSearchFeed(platform: Platform, kinds: ObjectKinds): Runner {
  let known = -1
  const loop = new BackgroundLoop({
    round: async () => {
      const { version } = await platform.definitions.current(platform.db)
      const { behind, incomplete } = await store.getProgress(platform.db)
      if (behind === 0 && incomplete === 0 && version === known) return IDLE
      const outcome = await feed(platform, kinds)
      if (outcome !== 'busy') known = version
      const moved = behind > BATCH ? 0 : IDLE
      return { more: 0, moved, waiting: MISSING, done: IDLE, busy: IDLE }[outcome]
    },
    onFailure: (err) => platform.log.warn({ err }, 'the search index cannot be fed, trying again'),
  })
  loop.start()
  return loop
}

/** Reading may have stopped at a missing position, so a reader that is behind looks again. */
type Outcome = 'more' | 'moved' | 'waiting' | 'done' | 'busy'

/** One batch, in one transaction. */
export const feed = (platform: Platform, kinds: ObjectKinds): Promise<Outcome> =>
  write(platform, { user: SYSTEM, requestId: newId(), log: platform.log }, async (ctx) => {
    const cursor = await store.lockFeed(ctx.db)
    if (!cursor) return 'busy'
    const searched = await listSearched(ctx, kinds)
    await comparePlans(ctx, searched)
    const batch = await readEvents(ctx.db, cursor, BATCH)
    await readObjects(ctx, searched, batch.events)
    await store.saveCursor(ctx.db, batch.cursor)
    if (batch.events.length === BATCH) return 'more'
    // A steady stream of events must not delay the indexing of whole kinds.
    const hasRead = await readOneKind(ctx, searched)
    if (hasRead) return 'more'
    if (batch.cursor.position > cursor.position) return 'moved'
    return batch.isWaiting ? 'waiting' : 'done'
  })

/** Until everything is indexed; for commands and tests. */
export async function feedAll(platform: Platform, kinds: ObjectKinds): Promise<void> {
  let outcome: Outcome = 'more'
  const loop = new BackgroundLoop({
    round: async () => {
      outcome = await feed(platform, kinds)
      if (outcome === 'done') over.resolve()
      return outcome === 'more' || outcome === 'moved' ? 0 : MISSING
    },
    onFailure: (error) => over.reject(error),
  })
  const over = Promise.withResolvers<void>()
  loop.start()
  await over.promise.finally(() => loop.stop())
}

/** A fingerprint of what is searched of a kind. */
function definitionOf({ search: { name, parts, about } }: SearchedKind): string {
  const texts = parts.map(({ part, fields, text }) => [part, fields, inline(text)])
  const owner = about ? inline(join([about.kind, about.id], ' ')) : ''
  const whole = JSON.stringify([inline(name), texts, owner])
  return createHash('sha256').update(whole).digest('hex')
}

async function comparePlans({ db }: Context, searched: Searched): Promise<void> {
  const known = new Map((await store.listKinds(db)).map((each) => [each.kind, each.definition]))
  const changed = Array.from(searched, ([name, kind]) => ({
    name,
    definition: definitionOf(kind),
  })).filter(({ name, definition }) => known.get(name) !== definition)
  if (changed.length > 0) await store.saveNew(db, changed)
  const gone = [...known.keys()].filter((name) => !searched.has(name))
  if (gone.length > 0) await entries.deleteKinds(db, gone)
}

async function readObjects(
  ctx: Context,
  searched: Searched,
  events: readonly StoredEvent[],
): Promise<void> {
  const objects = events.map(({ object }) => parseObject(object)).filter(({ id }) => isId(id))
  for (const [name, all] of Map.groupBy(objects, (each: ObjectName) => each.name)) {
    const kind = searched.get(name)
    if (kind) await readThese(ctx, kind, [...new Set(all.map(({ id }) => id))])
  }
  const silent = events.flatMap(({ type, namespace, code, data }) => {
    const isImport = type.startsWith('app.import.') && data.events === false
    if (!isImport && type !== 'transfer.stored') return []
    const names = STORED[String(data.kind)] ?? [`item:${namespace}/${code}`]
    return names.flatMap((name) => searched.get(name) ?? [])
  })
  if (silent.length > 0) {
    const again = silent.map((kind) => ({ name: kind.name, definition: definitionOf(kind) }))
    await store.saveNew(ctx.db, [...new Map(again.map((each) => [each.name, each])).values()])
  }
}

/** The kinds as which transferred records are searched; items by their app. */
const STORED: Readonly<Record<string, readonly string[]>> = {
  files: ['file'],
  messages: ['message', 'comment'],
  instances: ['instance', 'task'],
  registrations: [],
  sheets: [],
}

/** A batch of a kind that is indexed completely; false if there is none. */
async function readOneKind(ctx: Context, searched: Searched): Promise<boolean> {
  const state = (await store.listKinds(ctx.db)).find(({ is_complete }) => !is_complete)
  const kind = state && searched.get(state.kind)
  if (!kind) return false
  const ids = await entries.listNext(ctx.db, kind, state.after, BATCH)
  await readThese(ctx, kind, ids)
  const isComplete = ids.length < BATCH
  if (isComplete) await entries.deleteStale(ctx.db, kind)
  await store.saveProgress(ctx.db, kind.name, { after: ids.at(-1) ?? state.after, isComplete })
  return true
}

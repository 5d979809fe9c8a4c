import { snapshotOf } from '../../../definitions/snapshot.ts'
import type { Context } from '../../../platform/context.ts'
import { listSuspended } from '../store/suspensions.ts'
import type { MessageMatch } from './operations.ts'
import { listStarters } from './starters.ts'
import * as store from './store.ts'

const MOST = 50
const MOST_NAMES = 500

type Sought = { name: string; correlation: string | null }

/** Who would receive a message now, and who nearly would, by the rules of delivery. */
export async function matchMessage(ctx: Context, sought: Sought): Promise<MessageMatch> {
  const all = await listStarters(ctx, 'message')
  const waiting = await store.listAwaiting(ctx.db, sought, MOST)
  const starters = await startersOf(ctx, all, sought.name)
  const [first] = waiting
  const isAwaited = first?.correlation === sought.correlation && first.suspended_at === null
  const able = starters.filter(({ suspendedAt }) => suspendedAt === null)
  const starter = able.find(({ isAlways }) => isAlways) ?? (isAwaited ? undefined : able[0])
  const awaited = await store.listAwaitedNames(ctx.db, MOST_NAMES)
  return {
    receiver: starter
      ? { instance: null, name: starter.name, process: starter.process }
      : isAwaited
        ? { instance: first.instance_id, name: first.name, process: first.process }
        : null,
    waiting: waiting.map(({ instance_id, name, process, correlation, suspended_at }) => ({
      ...{ instance: instance_id, name, process, correlation },
      suspendedAt: suspended_at?.toISOString() ?? null,
    })),
    starters: starters.map(({ isAlways: _, ...each }) => each),
    names: [...new Set([...all.map(({ name }) => name), ...awaited])].toSorted(),
  }
}

async function startersOf(
  ctx: Context,
  all: Awaited<ReturnType<typeof listStarters>>,
  message: string,
) {
  const found = all.filter(({ name }) => name === message)
  const ids = found.map(({ published }) => published.templateId)
  const suspended = await listSuspended(ctx.db, ids)
  const snapshot = await snapshotOf(ctx)
  return found.map(({ published: { templateId: process, code }, isAlways }) => ({
    process,
    name: snapshot.findById('process', process)?.body.name ?? code,
    isAlways,
    suspendedAt: suspended.get(process)?.toISOString() ?? null,
  }))
}

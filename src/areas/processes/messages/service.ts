import type { Values } from '../../../engine/state.ts'
import { conflict, notFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { PageRequest } from '../../../lists/page.ts'
import type { ResourceKind } from '../../../platform/access.ts'
import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/runner.ts'
import type { StartLimit } from '../instances/start-limit.ts'
import { PROCESS_JOBS } from '../move.ts'
import { insertJobs } from '../store/jobs.ts'
import { bury, deliver, OVERTAKEN, settle } from './deliver.ts'
import { deliveryJob } from './new-message.ts'
import type { ProcessMessage, Sent } from './operations.ts'
import { broadcast } from './signals.ts'
import * as store from './store.ts'

/** Programs may send the messages and signals on which they have `create`. */
export const messageResource: ResourceKind = {
  kind: 'message',
  rights: ['create', 'manage'],
  parent: () => undefined,
}

type MessageInput = {
  name: string
  key?: string | undefined
  variables?: Values
  correlation?: string | null
  ttlSeconds?: number
}

type Answer = { message: Sent; isRepeated: boolean }

/** Delivers a message now or later. A message that no process can receive is refused. */
export const sendMessage = (
  ctx: Context,
  wanted: MessageInput,
  limit: StartLimit,
): Promise<Answer> =>
  once(ctx, 'message', wanted, async (message) => {
    const receiver = await deliver(ctx, message, (id) => limit.take(id, ctx.now()))
    if (receiver && receiver !== OVERTAKEN) return settle(ctx, message, receiver)
    if (receiver === undefined && wanted.ttlSeconds === 0) {
      await bury(ctx, message, '')
      return { ...message, state: 'dead' }
    }
    // An instance that begins to wait at this moment may not see it: the first attempt finds it.
    const next = new Date(ctx.now().getTime() + (receiver === OVERTAKEN ? 0 : 1000))
    await insertJobs(ctx.db, [deliveryJob(message.id, next)])
    ctx.nudge(PROCESS_JOBS)
    return message
  })

export const sendSignal = (
  ctx: Context,
  wanted: MessageInput,
  limit: StartLimit,
): Promise<Answer> =>
  once(ctx, 'signal', wanted, async ({ id, name }) => {
    const receivers = await broadcast(ctx, { name, values: {} }, (starter) =>
      limit.take(starter, ctx.now()),
    )
    return store.settleMessage(ctx.db, id, { state: 'delivered', receivers, at: ctx.now() })
  })

/** A repeated key returns the result of the first message. */
async function once(
  ctx: Context,
  kind: store.Message['kind'],
  { name, key = undefined, variables = {}, correlation = null, ttlSeconds = 0 }: MessageInput,
  act: (message: store.Message) => Promise<store.Message | undefined>,
): Promise<Answer> {
  await ctx.access.require(ctx.db, ctx.user, 'create', { kind: 'message', id: name })
  const at = ctx.now()
  const row: store.NewMessage = {
    id: newId(),
    kind,
    name,
    correlation,
    key: key ?? null,
    payload: variables,
    sent_at: at,
    sent_by: ctx.user.id,
    sender_id: null,
    expires_at: new Date(at.getTime() + ttlSeconds * 1000),
  }
  const message = await store.insertMessage(ctx.db, row)
  if (!message) {
    const first = await store.findByKey(ctx.db, row)
    if (!first) throw conflict('the message with this key has just been removed: send it again')
    return { message: toSent(first), isRepeated: true }
  }
  const sent = (await act(message)) ?? message
  const data = {
    kind,
    name,
    correlation,
    state: sent.state,
    receivers: sent.receivers,
    received: sent.receiver_count,
  }
  await ctx.emit({ type: 'bpm.message.sent', object: `process-message:${row.id}`, data })
  return { message: toSent(sent), isRepeated: false }
}

const toSent = ({ id, state, receivers, receiver_count, expires_at }: store.Message): Sent => ({
  id,
  state,
  receivers,
  received: receiver_count,
  expiresAt: expires_at.toISOString(),
})

export async function listMessages(ctx: Context, wanted: store.MessageFilter, page: PageRequest) {
  const { rows, ...rest } = await store.listMessages(ctx.db, wanted, page)
  return { messages: rows.map(toMessage), ...rest }
}

const toMessage = (row: store.Message): ProcessMessage => ({
  ...toSent(row),
  kind: row.kind,
  name: row.name,
  correlation: row.correlation,
  key: row.key,
  variables: row.payload,
  sentAt: row.sent_at.toISOString(),
  sentBy: row.sent_by,
  sender: row.sender_id,
  problem: row.problem,
})

export async function resendMessage(ctx: Context, id: string): Promise<void> {
  const { name } = await lockIn(ctx, id, ['dead'])
  await store.reviveMessage(ctx.db, id, ctx.now())
  await insertJobs(ctx.db, [deliveryJob(id)])
  ctx.nudge(PROCESS_JOBS)
  await ctx.emit({ type: 'bpm.message.resent', object: `process-message:${id}`, data: { name } })
}

export async function discardMessage(ctx: Context, id: string): Promise<void> {
  const { name } = await lockIn(ctx, id, ['dead', 'waiting'])
  await store.settleMessage(ctx.db, id, { state: 'discarded', at: ctx.now() })
  await ctx.emit({ type: 'bpm.message.discarded', object: `process-message:${id}`, data: { name } })
}

async function lockIn(ctx: Context, id: string, states: store.State[]): Promise<store.Message> {
  const message = await store.lockMessage(ctx.db, id)
  if (!message) throw notFound('message', id)
  if (!states.includes(message.state)) throw conflict(`the message is ${message.state}`)
  return message
}

const DAY = 24 * 60 * 60 * 1000
const BATCH = 1000

/** Keys are kept for 30 days, dead letters for 90 days. */
export async function sweepMessages(job: Pick<Job, 'write' | 'now'>): Promise<void> {
  const daysAgo = (days: number) => new Date(job.now().getTime() - days * DAY)
  const before = { settled: daysAgo(30), dead: daysAgo(90) }
  for (let swept = BATCH; swept === BATCH; ) {
    swept = await job.write(({ db }) => store.deleteSettled(db, before, BATCH))
  }
}

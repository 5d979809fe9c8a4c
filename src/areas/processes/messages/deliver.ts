import type { Values } from '../../../engine/state.ts'
import { tokenIn } from '../../../engine/tokens.ts'
import { warnOfUnknown } from '../../../fields/values.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { inSavepoint } from '../../../platform/db/savepoint.ts'
import { listCallers } from '../../access/service.ts'
import { findHeld, type Held } from '../hold.ts'
import { moveInstance, PROCESS_TIMERS, ProcessSuspended } from '../move.ts'
import { insertJobs, type Leased } from '../store/jobs.ts'
import { declaredValues, readChanges, requireNamed } from '../variables.ts'
import { deliveryJob } from './new-message.ts'
import { findStarters, startWith } from './starters.ts'
import * as store from './store.ts'

/** Nobody waits for the message yet: retried until it expires. */
export class NobodyWaits extends Error {
  readonly seconds: number

  constructor(name: string, seconds: number) {
    super(`nobody waits for the message "${name}"`)
    this.seconds = seconds
  }
}

/** Delivers a waiting message. If its receiver cannot take the values, it becomes a dead letter with the reason. */
export async function deliverWaiting(ctx: Context, { payload }: Leased): Promise<void> {
  const message = await store.lockMessage(ctx.db, String(payload.message))
  if (message?.state !== 'waiting') return
  const left = message.expires_at.getTime() - ctx.now().getTime()
  if (left <= 0) return bury(ctx, message, '')
  const [sender] = message.sender_id ? [ctx.user] : await listCallers(ctx, [message.sent_by])
  if (!sender) return bury(ctx, message, 'its sender can no longer sign in')
  const receiver = await inSavepoint(ctx.db, () =>
    deliver({ ...ctx, user: sender }, message),
  ).catch((error: unknown) => {
    if (error instanceof ProcessSuspended) return OVERTAKEN
    if (error instanceof AppError) return error
    throw error
  })
  if (receiver instanceof AppError) return bury(ctx, message, receiver.message)
  if (!receiver) throw new NobodyWaits(message.name, Math.ceil(left / 1000))
  if (receiver === OVERTAKEN) return tryAgain(ctx, message)
  await settle(ctx, message, receiver)
}

/** Retries, because another instance may wait for it. The problem of the first receiver is kept. */
async function tryAgain(ctx: Context, { id }: store.Message): Promise<void> {
  await insertJobs(ctx.db, [deliveryJob(id, new Date(ctx.now().getTime() + 1000))])
  ctx.nudge(PROCESS_TIMERS)
}

/** Messages between instances are not stored: the histories of both mention them. */
export async function settle(
  ctx: Context,
  { id, sender_id }: store.Message,
  receiver: store.Receiver,
): Promise<store.Message | undefined> {
  if (sender_id !== null) {
    await store.deleteMessage(ctx.db, id)
    return undefined
  }
  return store.settleMessage(ctx.db, id, {
    state: 'delivered',
    receivers: [receiver],
    at: ctx.now(),
  })
}

/** Marks it as dead: it is kept until an administrator resends or discards it. */
export async function bury(
  ctx: Context,
  { id, name, correlation, sender_id: sender }: store.Message,
  problem: string,
): Promise<void> {
  await store.settleMessage(ctx.db, id, { state: 'dead', problem, at: ctx.now() })
  const data = { name, correlation, sender, problem }
  await ctx.emit({ type: 'bpm.message.dead', object: `process-message:${id}`, data })
}

/** The receiver moved on before it could be locked: another attempt finds another one, or none. */
export const OVERTAKEN = 'overtaken'

/** Delivers to one receiver: an instance that waits for it, otherwise a process that starts with it. */
export async function deliver(
  ctx: Context,
  message: store.Message,
  beforeStart: (templateId: string) => void = () => {},
): Promise<store.Receiver | typeof OVERTAKEN | undefined> {
  const starters = await findStarters(ctx, 'message', message.name)
  const always = starters.find(({ isAlways }) => isAlways)
  const waiting = always ? undefined : await store.findReceiver(ctx.db, message)
  if (waiting) return giveTo(ctx, waiting, message)
  const starter = always ?? starters[0]
  if (!starter) return undefined
  beforeStart(starter.published.templateId)
  return startWith(ctx, starter, message.payload)
}

async function giveTo(
  ctx: Context,
  { instance_id, token }: store.Waiting,
  message: store.Message,
): Promise<store.Receiver | typeof OVERTAKEN> {
  const { name, payload, id } = message
  const held = await findHeld(ctx, instance_id)
  if (!held || held.instance.suspended_at) return OVERTAKEN
  // Its correlation follows the variables, so it may have changed.
  if (!(await store.isAwaited(ctx.db, { instance_id, token }, message))) return OVERTAKEN
  const { node, waits } = tokenIn(held.instance.control, token) ?? {}
  if (node === undefined || waits !== 'message') {
    await store.deleteSubscription(ctx.db, { instance_id, token }, message)
    return OVERTAKEN
  }
  const values = await readValues(ctx, held, { node, values: payload })
  const event = { type: 'message', name, token, values } as const
  const refused = await moveInstance(ctx, held.instance, event, { message: id })
  if (refused === undefined) return { instance: instance_id, element: node, isStarted: false }
  await store.deleteSubscription(ctx.db, { instance_id, token }, message)
  return OVERTAKEN
}

/** The values stored by the event: through its mappings, otherwise those with matching variables. */
async function readValues(
  ctx: Context,
  { published, instance }: Held,
  { node, values }: { node: string; values: Values },
): Promise<Values> {
  const { program, byCode } = published
  const read = readChanges(byCode, declaredValues(published, node, values))
  await requireNamed(ctx, byCode, { values: read, before: instance.context })
  if (program.facts(node).outputs.length > 0) return values
  warnOfUnknown(ctx, values, byCode)
  return read
}

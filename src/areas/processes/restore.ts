import { warnOfUnknown } from '../../fields/values.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { findAction, readOutput } from './jobs/action.ts'
import { type Happening, moveInstance } from './move.ts'
import { getPublished, type Published } from './published.ts'
import { lockInstance } from './store/instances.ts'
import { deleteJobs } from './store/jobs.ts'
import { type Callback, endCallbacks, findCallback } from './store/waits.ts'
import { requireNamed } from './variables.ts'

export type Answer = { context: Record<string, unknown>; error: string; code: string }

/** The answer of an external program: accepted once, from anybody who has the random id. */
export async function restore(ctx: Context, id: string, answer: Answer): Promise<void> {
  const [instance, point] = await Promise.all([
    lockInstance(ctx.db, 'callback', id),
    findCallback(ctx.db, id),
  ])
  if (!instance || !point) throw notFound('restore point', id)
  if (point.state !== 'waiting') throw invalid(`the restore point was already used: ${point.state}`)
  const published = await getPublished(ctx, instance.template_id, instance.version)
  const event = await toEvent(ctx, published, point, answer)
  const state = event.type === 'done' ? 'restored' : 'failed'
  const stamp = { at: ctx.now(), by: ctx.user.id }
  await Promise.all([
    endCallbacks(ctx.db, instance.id, [{ token: point.token, state }], stamp),
    // The call itself may still be running: its answer is ignored.
    deleteJobs(ctx.db, instance.id, [point.token]),
  ])
  const refused = await moveInstance(ctx, instance, event, {
    restorePoint: id,
    error: answer.error,
  })
  if (refused !== undefined) throw invalid(refused)
}

async function toEvent(
  ctx: Context,
  { program }: Published,
  { token, node }: Callback,
  { context, error, code }: Answer,
): Promise<Extract<Happening, { type: 'done' | 'failed' }>> {
  if (error !== '') {
    const failure = { message: error, ...(code !== '' && { code }) }
    return { type: 'failed', token, failure }
  }
  const { module = '', action = '' } = program.node(node).settings
  const { output } = await findAction(ctx, module, action)
  const fields = new Map(output.map((field) => [field.code, field]))
  warnOfUnknown(ctx, context, fields)
  const result = readOutput(output, context)
  await requireNamed(ctx, fields, { values: result })
  return { type: 'done', token, result }
}

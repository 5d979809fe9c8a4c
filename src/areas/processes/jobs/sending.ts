import { snapshotOf } from '../../../definitions/snapshot.ts'
import { startsOf } from '../../../engine/starts.ts'
import type { Context } from '../../../platform/context.ts'
import { PROCESS_JOBS } from '../move.ts'
import { getNewest, type Published, type Template } from '../published.ts'
import { startInstance } from '../start.ts'
import type { Instance } from '../store/instances.ts'
import type { Leased } from '../store/jobs.ts'
import { insertJobs } from '../store/jobs.ts'
import { listSubscribers, takeSubscriber } from '../store/waits.ts'

type Message = { name: string; correlation?: string | null; values?: Record<string, unknown> }

/** Nobody waits for it yet: tried again a few times before it is lost. */
export class NobodyWaits extends Error {}

/** One receiver: a process that begins with it, or the instance that has waited longest. */
export async function sendMessage(ctx: Context, _: Instance, job: Leased): Promise<void> {
  const { name, correlation = null, values = {} } = job.payload as Message
  const [starter] = await findStarters(ctx, 'message', name)
  if (starter) return startBy(ctx, starter, values)
  const found = await takeSubscriber(ctx.db, { name, correlation })
  if (!found) throw new NobodyWaits(`nobody waits for the message "${name}"`)
  const { instance_id, token } = found
  const payload = { name, correlation, values }
  await insertJobs(ctx.db, [{ instance_id, token, kind: 'message', max_attempts: 1, payload }])
  ctx.nudge(PROCESS_JOBS)
}

/** Everybody else who waits for it now, and every process that begins with it. Its own instance has it. */
export async function sendSignal(ctx: Context, own: Instance, job: Leased): Promise<void> {
  const { name, values = {} } = job.payload as Message
  for (const starter of await findStarters(ctx, 'signal', name)) await startBy(ctx, starter, values)
  const subscribers = await listSubscribers(ctx.db, 'signal', name)
  const waiting = subscribers.filter(({ instance_id }) => instance_id !== own.id)
  if (waiting.length === 0) return
  const payload = { name, values }
  await insertJobs(
    ctx.db,
    waiting.map(({ instance_id }) => ({
      instance_id,
      token: 0,
      kind: 'signal',
      max_attempts: 1,
      payload,
    })),
  )
  ctx.nudge(PROCESS_JOBS)
}

type Starter = { published: Published; node: string; part?: number | undefined }

/** Processes whose newest version begins with this message or signal. */
async function findStarters(ctx: Context, kind: string, name: string): Promise<Starter[]> {
  const live = (await snapshotOf(ctx)).live('process')
  const published = await Promise.all(
    live
      .filter(({ processVersion }) => processVersion !== null)
      .map((template) => getNewest(ctx, template as Template)),
  )
  return published.flatMap((each) =>
    startsOf(each.program.model)
      .filter((start) => start.kind === kind && 'name' in start && start.name === name)
      .map((start) => ({
        published: each,
        node: start.node,
        part: 'part' in start ? start.part : undefined,
      })),
  )
}

async function startBy(
  ctx: Context,
  { published, node, part }: Starter,
  values: Record<string, unknown>,
): Promise<void> {
  await startInstance(ctx, published, { context: values, values, node, part })
}

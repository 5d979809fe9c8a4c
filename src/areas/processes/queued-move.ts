import { snapshotOf } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { notify } from '../notifications/service.ts'
import type { Held } from './hold.ts'
import { beginMove, finishMove, PROCESS_JOBS } from './move.ts'
import { getNewest, getPublished, type Template } from './published.ts'
import { type Instance, QUEUED } from './store/instances.ts'
import { deleteJobs, insertJobs, type Leased } from './store/jobs.ts'
import { findObstacles, moveToVersion, type VersionPlan } from './version-move.ts'

/** The instance does not wait yet: retried later, and at once when it waits. */
export class NotWaiting extends Error {}

/** Moves an instance to the newest version as soon as it waits. A second request replaces the first. */
export async function queueMove(
  ctx: Context,
  { instance, published }: Held,
  { mapping, timers }: VersionPlan,
): Promise<void> {
  const payload = { mapping, timers, by: ctx.user.id }
  await deleteJobs(ctx.db, instance.id, [QUEUED])
  await insertJobs(ctx.db, [
    { instance_id: instance.id, token: QUEUED, kind: 'version', max_attempts: 1, payload },
  ])
  await finishMove(beginMove(ctx, published, instance), 'version.queued', { mapping, timers })
  ctx.nudge(PROCESS_JOBS)
}

/** If it cannot be moved although it waits, the user who requested it is notified. */
export async function moveQueued(ctx: Context, instance: Instance, { payload }: Leased) {
  const { mapping, timers, by } = payload as VersionPlan & { by: string }
  if (instance.state === 'done' || instance.state === 'cancel') return
  if (instance.state !== 'wait') throw new NotWaiting(`the instance is in "${instance.state}"`)
  const template = (await snapshotOf(ctx)).findById('process', instance.template_id)
  if (!template || template.processVersion === null) return
  const published = await getPublished(ctx, instance.template_id, instance.version)
  const to = await getNewest(ctx, template as Template)
  if (to.version === instance.version) return
  const held = { instance, published }
  const plan = { mapping, timers }
  const obstacles = await findObstacles(ctx, held, to, plan)
  if (obstacles.length === 0) return moveToVersion(ctx, held, to, plan)
  const problem = obstacles.join('; ')
  await finishMove(beginMove(ctx, published, instance), 'version.refused', { problem })
  const notice = { user: by, text: `${instance.name}: ${problem}` }
  await notify(ctx, { kind: 'task', object: `instance:${instance.id}`, to: [notice] })
}

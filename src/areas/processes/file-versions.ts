import type { Context } from '../../platform/context.ts'
import { type AppEvent, type Listeners, toEach } from '../../platform/events.ts'
import { listAsking } from './approvals/service.ts'
import { PROCESS_JOBS } from './move.ts'
import { insertJobs } from './store/jobs.ts'

/** A new version of a file stops its approval: people must approve what they see. */
async function onNewVersion(ctx: Context, { object }: AppEvent): Promise<void> {
  const file = object.slice('file:'.length)
  const instances = await listAsking(ctx, file)
  if (instances.length === 0) return
  const reason = `a new version of the file ${file} was added`
  const stop = { token: 0, kind: 'interrupt', max_attempts: 1, payload: { reason } }
  await insertJobs(
    ctx.db,
    instances.map((instance_id) => ({ ...stop, instance_id })),
  )
  ctx.nudge(PROCESS_JOBS)
}

export const fileListeners: Listeners = { 'disk.file.version_added': toEach(onNewVersion) }

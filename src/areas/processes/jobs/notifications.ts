import type { Performer } from '../../../engine/effects.ts'
import type { Context } from '../../../platform/context.ts'
import { notify as tell } from '../../notifications/service.ts'
import { objectsOf } from '../enclosing.ts'
import { moveInstance } from '../move.ts'
import { fillTemplate } from '../names.ts'
import { findPeople } from '../people.ts'
import { getPublished } from '../published.ts'
import type { Instance } from '../store/instances.ts'
import type { Leased } from '../store/jobs.ts'

type Notification = {
  receivers: Performer[]
  settings: Record<string, string>
  context: Record<string, unknown>
}

/** Notifies people, in their inbox and by an event. */
export async function notify(ctx: Context, instance: Instance, job: Leased): Promise<void> {
  const { receivers, settings, context } = job.payload as Notification
  const { byCode, namespace, code } = await getPublished(
    ctx,
    instance.template_id,
    instance.version,
  )
  const variables = { fields: byCode, values: context }
  const people = await findPeople(ctx, receivers, instance)
  const subject = await fillTemplate(ctx, settings.subject ?? '', variables)
  const body = await fillTemplate(ctx, settings.body ?? '', variables)
  const text = [subject, body].filter((part) => part !== '').join('\n')
  const item = instance.item?.[0] ?? null
  const object = `instance:${instance.id}`
  const about = item ? `item:${item.namespace}/${item.code}/${item.id}` : object
  const to = people.map((user) => ({ user, text }))
  const within = objectsOf(instance, { namespace, code })
  await tell(ctx, { kind: 'message', object: about, within, to })
  const data = { receivers: people, subject, body, item }
  await ctx.emit({ type: 'bpm.notification', object, namespace, code, data })
  await moveInstance(ctx, instance, { type: 'done', token: job.token, result: null })
}

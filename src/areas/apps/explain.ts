import { wholeSnapshot } from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import { invalid } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { Reason, Resource } from '../../platform/access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { findDocument } from './documents.ts'
import { rolesOn } from './policy.ts'

/** A field without its own rights has those of its app. */
export async function guardOf(ctx: Context, field: string): Promise<Resource> {
  const [namespace = '', code = '', name = ''] = field.split('/')
  const app = (await wholeSnapshot(ctx)).findApp(namespace, code)
  if (!app?.byCode.has(name)) throw invalid(`there is no field ${field.slice(0, 200)}`)
  if (Object.hasOwn(app.body.fieldRights, name)) return { kind: 'field', id: field }
  return { kind: 'app', id: pathOf({ namespace, code }) }
}

const WORDS = { author: 'created the item', performer: 'has a task about the item' }

/** Explains rights on an item that come from being its author or the performer of a task. */
export async function roleReasons(
  ctx: Context,
  user: Caller,
  { right, object }: { right: string; object: string },
): Promise<Reason[]> {
  const [namespace = '', code = '', id = ''] = object.split('/')
  const app = (await wholeSnapshot(ctx)).findApp(namespace, code)
  const item = app && isId(id) ? await findDocument(ctx, app, id) : undefined
  if (!app || !item) return []
  const on = { kind: 'app', id: pathOf({ namespace, code }) }
  return (await rolesOn({ ...ctx, user }, app, right, item)).map((role) => ({
    allows: true,
    rule: role,
    text: `${user.login} ${WORDS[role]}, and "${right}" on app ${on.id} is granted to role ${role}`,
    via: { kind: role, on },
  }))
}

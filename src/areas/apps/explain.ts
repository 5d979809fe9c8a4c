import { snapshotOf } from '../../definitions/snapshot.ts'
import { isId } from '../../lib/ids.ts'
import type { Reason } from '../../platform/access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { findDocument } from './documents.ts'
import { rolesOn } from './policy.ts'

const WORDS = { author: 'created the item', performer: 'has a task about the item' }

/** Why somebody may do something with an item as its author, or as one who has a task about it. */
export async function roleReasons(
  ctx: Context,
  user: Caller,
  { right, object }: { right: string; object: string },
): Promise<Reason[]> {
  const [namespace = '', code = '', id = ''] = object.split('/')
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  const item = app && isId(id) ? await findDocument(ctx, app, id) : undefined
  if (!app || !item) return []
  const on = { kind: 'app', id: `${namespace}/${code}` }
  return (await rolesOn({ ...ctx, user }, app, right, item)).map((role) => ({
    allows: true,
    rule: role,
    text: `${user.login} ${WORDS[role]}, and "${right}" on app ${on.id} is granted to role ${role}`,
    via: { kind: role, on },
  }))
}

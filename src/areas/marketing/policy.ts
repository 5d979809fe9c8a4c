import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { listApps } from '../apps/lists.ts'
import { ofApps } from './store/sources.ts'

/** Segments are for users who work with contacts. */
const CONTACTS = { kind: 'app', id: '_clients/_contacts' }

export async function requireContacts(ctx: Context, right: 'read' | 'update'): Promise<void> {
  if (await ctx.access.can(ctx.db, ctx.user, right, CONTACTS)) return
  throw forbidden(`the right "${right}" on ${CONTACTS.kind} ${CONTACTS.id} is required`)
}

/** The apps whose subscribers the caller may see; undefined = all of them. */
export async function readableApps(ctx: Context): Promise<string[] | undefined> {
  if (ctx.user.isAdministrator) return undefined
  return (await listApps(ctx)).map(({ namespace, code }) => `${namespace}/${code}`)
}

/** A subscriber is visible to users who may read the app of its item. */
export async function readable(ctx: Context): Promise<Sql[]> {
  const apps = await readableApps(ctx)
  return apps ? [ofApps(apps)] : []
}

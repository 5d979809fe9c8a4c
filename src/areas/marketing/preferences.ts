import { invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Preference } from './operations.ts'
import { requireContacts } from './policy.ts'
import * as store from './store/preferences.ts'

export async function listPreferences(ctx: Context): Promise<Preference[]> {
  await requireContacts(ctx, 'read')
  return store.listPreferences(ctx.db)
}

export async function createPreference(ctx: Context, name: string): Promise<Preference> {
  await requireContacts(ctx, 'update')
  const preference = { id: newId(), name }
  await store.insertPreference(ctx.db, { ...preference, at: ctx.now(), by: ctx.user.id })
  const object = `preference:${preference.id}`
  await ctx.emit({ type: 'marketing.preference.created', object, data: { name } })
  return preference
}

export async function requirePreferences(
  ctx: Context,
  field: string,
  ids: readonly string[],
): Promise<void> {
  const unknown = ids.length > 0 ? await store.listUnknown(ctx.db, ids) : []
  if (unknown.length === 0) return
  throw invalid(`field "${field}": preference not found: ${unknown.join(', ')}`)
}

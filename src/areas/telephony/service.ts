import { isDeepStrictEqual } from 'node:util'
import { moduleNamespace } from '../../definitions/layout.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { type Detail, invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { AppEvent } from '../../platform/events.ts'
import { findUnknownUsers } from '../people/users/service.ts'
import type { Binding } from './operations.ts'
import * as store from './store.ts'

export async function getBindings(ctx: Context, code: string): Promise<Binding[]> {
  return store.listBindings(ctx.db, await getModule(ctx, code))
}

/** Those whose extensions can be bound, by name. */
export async function listModules(ctx: Context) {
  const usable = (await snapshotOf(ctx))
    .live('module')
    .filter(({ body }) => body.enabled && body.telephony?.enabled)
  const counts = await store.countBindings(ctx.db)
  return usable
    .map(({ id, code, body }) => ({ code, name: body.name, bindings: counts.get(id) ?? 0 }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** All or nothing. The same set again changes nothing. */
export async function replaceBindings(
  ctx: Context,
  code: string,
  bindings: readonly Binding[],
): Promise<Binding[]> {
  const module = await getModule(ctx, code)
  refuse([...conflictsIn(bindings), ...(await unknownIn(ctx, bindings))])
  const before = await store.lockBindings(ctx.db, module)
  if (isDeepStrictEqual(before, bindings)) return before
  await store.replaceBindings(ctx.db, module, bindings)
  await emit(ctx, module, { before, after: bindings })
  return store.listBindings(ctx.db, module)
}

/** Deleted users lose their extensions. */
export async function unbindUser(ctx: Context, { object }: AppEvent): Promise<void> {
  const user = object.slice('user:'.length)
  const gone = await store.deleteBindingsOf(ctx.db, user)
  for (const [module, rows] of Map.groupBy(gone, (each) => each.module)) {
    const before = rows.map(({ extension }) => ({ extension, userId: user }))
    await emit(ctx, module, { before, after: [] })
  }
}

/** The id of an enabled telephony module. */
async function getModule(ctx: Context, code: string): Promise<string> {
  const modules = (await snapshotOf(ctx)).live('module')
  const found = modules.find((each) => each.code === code || moduleNamespace(each.code) === code)
  if (!found) throw invalid(`module not found: ${code}`)
  const { enabled, telephony } = found.body
  if (!telephony) throw invalid(`"${found.body.name}" is not a telephony module`)
  if (!enabled || !telephony.enabled) throw invalid('telephony module is disabled')
  return found.id
}

function conflictsIn(bindings: readonly Binding[]): Detail[] {
  const first = new Map<string, { at: number; userId: string }>()
  return bindings.flatMap(({ extension, userId }, at) => {
    const other = first.get(extension)
    if (!other) {
      first.set(extension, { at, userId })
      return []
    }
    const who =
      other.userId === userId
        ? `is there twice for the user ${userId}`
        : `is bound to two users, ${other.userId} and ${userId}`
    return [{ path: `bindings.${at}.extension`, message: `the extension ${extension} ${who}` }]
  })
}

async function unknownIn(ctx: Context, bindings: readonly Binding[]): Promise<Detail[]> {
  const users = bindings.map(({ userId }) => userId)
  return (await findUnknownUsers(ctx, users)).map((id) => ({
    path: `bindings.${users.indexOf(id)}.userId`,
    message: `user not found: ${id}`,
  }))
}

const SHOWN = 5

/** All errors at once. */
function refuse(problems: Detail[]): void {
  if (problems.length === 0) return
  const words = problems.slice(0, SHOWN).map(({ path, message }) => `field "${path}": ${message}`)
  const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : ''
  throw invalid(`${words.join('; ')}${more}`, problems)
}

type Change = { before: readonly Binding[]; after: readonly Binding[] }

/** Only the differences, before and after. */
function emit(ctx: Context, module: string, { before, after }: Change): Promise<void> {
  const without = (list: readonly Binding[], other: readonly Binding[]) => {
    const known = new Set(other.map(keyOf))
    return list.filter((each) => !known.has(keyOf(each)))
  }
  const data = { removed: without(before, after), added: without(after, before) }
  return ctx.emit({ type: 'telephony.bindings_changed', object: `module:${module}`, data })
}

const keyOf = ({ extension, userId }: Binding) => JSON.stringify([extension, userId])

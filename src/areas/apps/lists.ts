import type { List, Timing } from '../../api/list.ts'
import { type Snapshot, type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import { hidesFields } from '../../definitions/view.ts'
import { ROLES } from '../../fields/role.ts'
import { USERS } from '../../fields/user.ts'
import { readerOf } from '../../kinds/kind.ts'
import { parsePath, pathOf } from '../../lib/app-path.ts'
import { forbidden } from '../../lib/errors.ts'
import { UnknownApp } from '../../lists/eql/tokens.ts'
import { list } from '../../lists/list.ts'
import { ListRequest } from '../../lists/request.ts'
import { fieldsOf, type Related, type Source, type SourceColumn } from '../../lists/source.ts'
import { hasScope } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { rolesSource } from '../people/groups/lists.ts'
import { employeesTable, readablePeople, usersSource } from '../people/users/lists.ts'
import { canUse, listSeen, readable, readsOf } from './policy.ts'
import { nameIn } from './store/item-names.ts'
import { shapeOf, sourceOf, systemColumnsOf } from './store/shape.ts'

/** The apps the caller may read. */
export async function listApps(ctx: Context): Promise<StoredApp[]> {
  const all = (await snapshotOf(ctx)).all('app').map(toApp)
  const allowed = await Promise.all(all.map((app) => canUse(ctx, app, 'read')))
  return all.filter((_, at) => allowed[at])
}

/** The items of an app whose whole rows may be shown. */
export type WholeRows = 'all' | 'author' | 'none'

/**
 * By app path: whether the caller may read all items, or only their own;
 * none if some fields are hidden from them.
 */
export async function listReadable(ctx: Context): Promise<[path: string, WholeRows][]> {
  const live = (await snapshotOf(ctx)).live('app').map(toApp)
  const found = await Promise.all(
    live.map(
      async (app): Promise<[string, WholeRows | undefined]> => [
        pathOf(app),
        hidesFields(app) ? 'none' : await readsOf(ctx, app),
      ],
    ),
  )
  return found.flatMap(([path, reads]) => (reads ? [[path, reads]] : []))
}

/** The items of an app that the caller may read, and the lists that can be reached from them. */
export async function itemsSource(ctx: Context, app: StoredApp): Promise<Source> {
  return {
    ...sourceOf(shapeOf(app), await readable(ctx, app)),
    asked: { by: ctx.user.id, at: ctx.now() },
    related: await relatedLists(ctx),
  }
}

type Reference = { namespace: string; code: string; id: string }

/** The names of items by id, of those that the caller may read. */
export async function nameItems(
  ctx: Context,
  references: readonly Reference[],
): Promise<Map<string, string>> {
  const snapshot = await snapshotOf(ctx)
  const byApp = Map.groupBy(references, pathOf)
  const names = new Map<string, string>()
  for (const [path, wanted] of byApp) {
    const { namespace, code } = parsePath(path)
    const ids = [...new Set(wanted.map(({ id }) => id))]
    const app = snapshot.findApp(namespace, code)
    if (!app) continue
    const request = ListRequest.parse({ ids, fields: { __name: true }, size: -1, total: false })
    const found = await list(ctx.db, await itemsSource(ctx, app), request)
    const rows = found.parse<{ __id: string; __name: string | null }>()
    for (const { __id, __name } of rows) names.set(__id, __name ?? '')
  }
  return names
}

/**
 * The name of an item of any app that the caller may read, as an expression; null for all others.
 * An app is only looked into for a row whose item it has.
 */
export async function nameOfReadable(ctx: Context, item: { app: Sql; id: Sql }): Promise<Sql> {
  const live = (await snapshotOf(ctx)).live('app').map(toApp)
  const seen = await listSeen(readerOf(ctx), live)
  const apps = seen.map(async (app) => ({ shape: shapeOf(app), where: await readable(ctx, app) }))
  return nameIn(await Promise.all(apps), item)
}

/** The system fields that items of every app have. */
export const itemColumns: ReadonlyMap<string, SourceColumn> = new Map(systemColumnsOf(true))

/** A list whose filter may refer to other apps; suggestions contain only apps the caller may read. */
export async function listFrom(ctx: Context, source: Source, request: ListRequest): Promise<List> {
  try {
    const found = await list(ctx.db, source, request)
    if (found.timing) logSlow(ctx, found.timing)
    return found
  } catch (error) {
    if (!(error instanceof UnknownApp)) throw error
    const known = (await listApps(ctx)).filter(({ deletedAt }) => deletedAt === null)
    throw error.withHint(known.map(pathOf))
  }
}

/** Milliseconds from which on a list is logged. */
const SLOW = 1000

function logSlow({ log }: Context, { page, count, hints }: Timing): void {
  if (page + count < SLOW) return
  const milliseconds = { page: Math.round(page), count: Math.round(count) }
  log.warn({ milliseconds, hints }, 'a list was slow')
}

/** The users once more, under the names of apps. */
export const EMPLOYEES = ['_system_catalogs/employee', '_system_catalogs/_employees']

const OWN_LISTS = new Map<string, Source>([
  [USERS, usersSource],
  ...EMPLOYEES.map((name) => [name, employeesTable] as const),
  [ROLES, rolesSource],
])
const OWN_FIELDS = new Map([...OWN_LISTS].map(([name, { columns }]) => [name, fieldsOf(columns)]))

/** A token for apps alone opens no list of people by its name. */
export function requirePeopleScope({ user }: Context): void {
  if (hasScope(user.credential, 'users', false)) return
  throw forbidden('this token does not have the scope "users:read"')
}

/** Lists that filters and projections of any list may reach. */
export const relatedLists = async (ctx: Context): Promise<Related> =>
  relatedTo(ctx, await snapshotOf(ctx))

function relatedTo(ctx: Context, snapshot: Snapshot): Related {
  const appOf = (name: string) => {
    const { namespace, code } = parsePath(name)
    return snapshot.findApp(namespace, code)
  }
  return {
    fieldsOf: (name) => {
      const app = appOf(name)
      return app ? shapeOf(app).byCode : OWN_FIELDS.get(name)
    },
    open: async (name) => {
      const app = appOf(name)
      const own = app ? undefined : OWN_LISTS.get(name)
      if (own === employeesTable) requirePeopleScope(ctx)
      if (own) return own === rolesSource ? own : { ...own, where: await readablePeople(ctx) }
      if (!app) throw new Error(`the app ${name} was there a moment ago`)
      return sourceOf(shapeOf(app), await readable(ctx, app))
    },
  }
}

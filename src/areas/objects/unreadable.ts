import { snapshotOf } from '../../definitions/snapshot.ts'
import type { Named, ObjectKind } from '../../fields/field-type.ts'
import { run } from '../../lists/statements.ts'
import type { Context } from '../../platform/context.ts'
import { and, join, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { itemsSource } from '../apps/lists.ts'
import { readableDirectories, readableFiles } from '../disk/policy.ts'

/** Ids by the kind of object they are of. */
export type Unreadable = ReadonlyMap<ObjectKind, ReadonlySet<string>>

/**
 * Of the objects that a request names, those that the caller may not read or that are not there:
 * nobody can tell one from the other. Every id that comes from outside and is to be stored, or to
 * be acted upon, passes here; one query answers for all of them. Processes and jobs act as the
 * system, for which only existence counts.
 */
export async function findUnreadable(
  ctx: Context,
  named: readonly Pick<Named, 'kind' | 'id'>[],
): Promise<Unreadable> {
  const byKind = Map.groupBy(named, ({ kind }) => kind)
  const asked = await Promise.all(
    Array.from(byKind, async ([kind, all]) => {
      const ids = [...new Set(all.map(({ id }) => id))]
      return { kind, ids, rows: await rowsOf(ctx, kind) }
    }),
  )
  const parts = asked.flatMap(({ kind, ids, rows }) => (rows ? [lostIn(kind, ids, rows)] : []))
  const lost = parts.length > 0 ? await run<Lost>(ctx.db, join(parts, ' union all ')) : []
  const unknown = asked.flatMap(({ kind, ids, rows }) =>
    rows ? [] : ids.map((id) => ({ kind, id })),
  )
  const found = Map.groupBy([...lost, ...unknown], ({ kind }) => kind)
  return new Map(Array.from(found, ([kind, all]) => [kind, new Set(all.map(({ id }) => id))]))
}

/** How people call an object of this kind in a refusal. */
export const kindName = (kind: ObjectKind): string =>
  kind.startsWith('item:') ? `item of ${kind.slice('item:'.length)}` : kind

type Lost = { kind: ObjectKind; id: string }

/** A table as `t`, the column of its ids, and which of its rows the caller may read. */
type Rows = { table: Sql; key: Sql; where: readonly Sql[] }

const lostIn = (kind: ObjectKind, ids: readonly string[], { table, key, where }: Rows): Sql =>
  sql`select ${kind}::text as kind, i.id from unnest(${[...ids]}::uuid[]) i(id)
    where not exists (select from ${table} t where ${and([sql`${key} = i.id`, ...where])})`

const LIVE = raw('t.deleted_at is null')
const KEY = raw('t.id')

/** Undefined where there is no such kind of object, as with items of an unknown app. */
async function rowsOf(ctx: Context, kind: ObjectKind): Promise<Rows | undefined> {
  switch (kind) {
    case 'user':
      // Everybody sees the people they work with.
      return { table: raw('kontor.users'), key: KEY, where: [LIVE] }
    case 'file':
      return { table: raw('kontor.files'), key: KEY, where: [LIVE, ...(await readableFiles(ctx))] }
    case 'directory':
      return {
        table: raw('kontor.all_directories'),
        key: KEY,
        where: [LIVE, ...(await readableDirectories(ctx))],
      }
    default:
      return itemsOf(ctx, kind.slice('item:'.length))
  }
}

async function itemsOf(ctx: Context, path: string): Promise<Rows | undefined> {
  const [namespace = '', code = ''] = path.split('/')
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (!app) return undefined
  const { table, where } = await itemsSource(ctx, app)
  return { table, key: raw('t."__id"'), where: [raw('t."__deletedAt" is null'), ...where] }
}

import type { StoredApp } from '../../../definitions/snapshot.ts'
import { Cache, memoize } from '../../../lib/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import { gap, join, name, raw, type Sql, sql, template } from '../../../platform/db/sql.ts'
import { knownEvents } from '../../../platform/event-log/traces.ts'
import { columnsWithTypes, tableOf } from '../../solutions/tables.ts'
import { jsonRows, type Typed } from './rows.ts'
import { sequenceText } from './shape.ts'
import { nameConflict } from './unique.ts'

/** The columns of an item, and the codes that were sent: of an item that is here, only these are written. */
export type SentItem = { row: Record<string, unknown>; codes: readonly string[] }

export type StoredItem = {
  id: string
  outcome: 'created' | 'updated' | 'unchanged' | 'kept'
}

/** What every item has, with what only the system writes otherwise. */
const SYSTEM: Typed[] = [
  ['__id', 'uuid'],
  ['__index', 'bigint'],
  ['__name', 'text'],
  ['__createdAt', 'timestamptz'],
  ['__createdBy', 'uuid'],
  ['__updatedAt', 'timestamptz'],
  ['__updatedBy', 'uuid'],
  ['__deletedAt', 'timestamptz'],
  ['__version', 'bigint'],
  ['__status', 'smallint'],
  ['__status$order', 'integer'],
  ['__statusChangedAt', 'timestamptz'],
  ['__directory', 'uuid'],
  ['__subscribers', 'uuid[]'],
  ['__externalId', 'text'],
  ['__externalProcessMeta', 'jsonb'],
  ['__debug', 'boolean'],
]

const columnsOf = (app: StoredApp, codes: readonly string[]): Typed[] => [
  ...SYSTEM,
  ...app.fields
    .filter(({ code }) => codes.includes(code))
    .flatMap((field) =>
      columnsWithTypes(field).map(({ name: column, type }): Typed => [column, type]),
    ),
]

/** Mostly every item of an app is sent with the same codes. */
const MOST_STATEMENTS = 20
const cacheOf = memoize((_: StoredApp) => new Cache<Statements>({ most: MOST_STATEMENTS }))
type Statements = ReturnType<typeof statementsOf>

const statementsOf = (app: StoredApp, codes: readonly string[]) => {
  const columns = columnsOf(app, codes)
  const isSystem = new Set(SYSTEM.map(([column]) => column))
  const written = columns.filter(
    ([column]) => !isSystem.has(column) || codes.includes(column.replace('$order', '')),
  )
  const sequence = raw(sequenceText(app))
  const names = join(
    columns.map(([column]) => name(column)),
    ', ',
  )
  const inRow = (row: string) =>
    join(
      written.map(([column]) => name(row, column)),
      ', ',
    )
  const set = written.map(([column]) => sql`${name(column)} = ${name('excluded', column)}`)
  const { elementName, name: title } = app.body
  const index = sql`coalesce(g."__index", e."__index", nextval(${sequence})) as "$index"`
  const given = columns.map(([column]) => givenValue(column, elementName ?? title))
  // Whatever changes an item here has an event; what comes from another system has none.
  const isKept = sql`e."__version" > g."__version" or exists (
    select from ${knownEvents} c
    where c.object_id = ${`item:${app.namespace}/${app.code}/`} || e."__id"
      and c.type like 'app.item.%')`
  return {
    /** The index is the one it had, or the next one here. */
    store: template(sql<StoredItem>`
      with g as materialized (${jsonRows(columns)}),
      e as materialized (
        select e."__id", e."__index", ${isKept} as "$kept" from ${tableOf(app)} e
        join g on g."__id" = e."__id" for update of e),
      n as materialized (
        select g.*, ${index} from g left join e using ("__id") where e."$kept" is not true),
      stored as (
        insert into ${tableOf(app)} as t (${names}) select ${join(given, ', ')} from n
        on conflict ("__id") do update set ${join(set, ', ')}
        where (${inRow('t')}) is distinct from (${inRow('excluded')})
        returning t."__id")
      select g."__id" as id, case
        when s."__id" is not null and e."__id" is null then 'created'
        when s."__id" is not null then 'updated'
        when e."$kept" then 'kept'
        else 'unchanged' end as outcome
      from g left join e using ("__id") left join stored s using ("__id")`),
    /** New items go on with the number after the largest. */
    advance: template(sql`
      select setval(${sequence}, greatest(last_value, ${gap}::bigint)) from ${sequenceName(app)}
      where last_value < ${gap}::bigint or not is_called`),
  }
}

function givenValue(column: string, kind: string): Sql {
  if (column === '__index') return raw('n."$index"')
  if (column === '__name') {
    return sql`coalesce(nullif(n."__name", ''), ${`${kind} `} || n."$index")`
  }
  return name('n', column)
}

const sequenceName = ({ namespace, code }: StoredApp): Sql =>
  name(`ws_${namespace}`, `${code}$index`)

/** Stores what differs and was not changed here. All items were sent with the same codes. */
export async function storeItems(
  db: Db,
  app: StoredApp,
  items: readonly SentItem[],
): Promise<StoredItem[]> {
  const codes = items[0]?.codes
  if (codes === undefined) return []
  const { store, advance } = cacheOf(app).get(codes.join(), () => statementsOf(app, codes))
  const rows = items.map(({ row }) => row)
  const stored = await nameConflict(app, () => db.all(store(JSON.stringify(rows))))
  const most = Math.max(...rows.map(({ __index }) => Number(__index ?? 0)))
  if (most > 0) await db.run(advance(most, most))
  return stored
}

import type { StoredApp } from '../../../definitions/snapshot.ts'
import { memoize } from '../../../lib/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import { gap, join, name, raw, type Sql, sql, template } from '../../../platform/db/sql.ts'
import { columnsWithTypes, tableOf } from '../../solutions/tables.ts'
import { jsonRows, type Typed } from './rows.ts'
import { sequenceText } from './shape.ts'
import { nameConflict } from './unique.ts'

export type StoredItem = {
  id: string
  outcome: 'created' | 'updated' | 'unchanged' | 'newer'
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

const columnsOf = (app: StoredApp): Typed[] => [
  ...SYSTEM,
  ...app.fields.flatMap((field) =>
    columnsWithTypes(field).map(({ name: column, type }): Typed => [column, type]),
  ),
]

const statementsOf = memoize((app: StoredApp) => {
  const columns = columnsOf(app)
  const sequence = raw(sequenceText(app))
  const names = join(
    columns.map(([column]) => name(column)),
    ', ',
  )
  const inRow = (row: string) =>
    join(
      columns.map(([column]) => name(row, column)),
      ', ',
    )
  const set = columns.map(([column]) => sql`${name(column)} = ${name('excluded', column)}`)
  const { elementName, name: title } = app.body
  const index = sql`coalesce(g."__index", e."__index", nextval(${sequence})) as "$index"`
  const given = columns.map(([column]) => givenValue(column, elementName ?? title))
  return {
    /** The index is the one it had, or the next one here. */
    store: template(sql<StoredItem>`
      with g as materialized (${jsonRows(columns)}),
      e as materialized (
        select e."__id", e."__index", e."__version" from ${tableOf(app)} e
        join g on g."__id" = e."__id" for update of e),
      n as materialized (select g.*, ${index} from g left join e using ("__id")),
      stored as (
        insert into ${tableOf(app)} as t (${names}) select ${join(given, ', ')} from n
        on conflict ("__id") do update set ${join(set, ', ')}
        where t."__version" <= excluded."__version"
          and (${inRow('t')}) is distinct from (${inRow('excluded')})
        returning t."__id")
      select g."__id" as id, case
        when s."__id" is not null and e."__id" is null then 'created'
        when s."__id" is not null then 'updated'
        when e."__version" > g."__version" then 'newer'
        else 'unchanged' end as outcome
      from g left join e using ("__id") left join stored s using ("__id")`),
    /** New items go on with the number after the largest. */
    advance: template(sql`
      select setval(${sequence}, greatest(last_value, ${gap}::bigint)) from ${sequenceName(app)}
      where last_value < ${gap}::bigint or not is_called`),
  }
})

function givenValue(column: string, kind: string): Sql {
  if (column === '__index') return raw('n."$index"')
  if (column === '__name') {
    return sql`coalesce(nullif(n."__name", ''), ${`${kind} `} || n."$index")`
  }
  return name('n', column)
}

const sequenceName = ({ namespace, code }: StoredApp): Sql =>
  name(`ws_${namespace}`, `${code}$index`)

/** Stores what differs and is not newer here. */
export async function storeItems(
  db: Db,
  app: StoredApp,
  items: readonly Record<string, unknown>[],
): Promise<StoredItem[]> {
  if (items.length === 0) return []
  const { store, advance } = statementsOf(app)
  const stored = await nameConflict(app, () => db.all(store(JSON.stringify(items))))
  const most = Math.max(...items.map(({ __index }) => Number(__index ?? 0)))
  if (most > 0) await db.run(advance(most, most))
  return stored
}

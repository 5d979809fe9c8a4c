import type { StoredApp } from '../../../definitions/snapshot.ts'
import { memoize } from '../../../lib/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import { gap, join, name, raw, type Sql, sql, template } from '../../../platform/db/sql.ts'
import { tableOf } from '../../solutions/tables.ts'
import type { NewItem } from '../item.ts'
import { columnsOf, fieldColumns, jsonRows, type StoredRow, toTexts } from './rows.ts'
import { type ItemShape, nameOf, sequenceText } from './shape.ts'
import { nameConflict } from './unique.ts'

/**
 * The only INSERT of items. `given` is a query for rows with `columnsOf(app)`, wherever they come
 * from: parameters, JSON, or a table filled by COPY. Takes numbers, builds names, stores the rows.
 * `rest` is what follows in the statement.
 */
export function insertRows(app: StoredApp, given: Sql, rest: Sql = raw('')): Sql {
  const stored = join(
    columnsOf(app)
      .filter(([column]) => column !== '__name')
      .map(([column]) => name(column)),
    ', ',
  )
  return sql`insert into ${tableOf(app)} ("__index", "__name", "__updatedAt", "__updatedBy", ${stored})
    select "__index", ${nameOf(app)}, "__createdAt", "__createdBy", ${stored} from (
      select nextval(${raw(sequenceText(app))}) as "__index", g.* from (${given}) g) t
    ${rest}`
}

/** Prepared once per version of the app, and the same for one item and for a thousand. */
const statementsOf = memoize(({ app, read }: ItemShape) => {
  const columns = columnsOf(app)
  const one = columns.map(([column, type]) => sql`${gap}::${raw(type)} as ${name(column)}`)
  const insert = (given: Sql, rest: string) =>
    template(sql<StoredRow>`with n as (${insertRows(app, given, raw(rest))})
      select r."__id" as id, row_to_json(r.*)::text as row from (select ${read} from n t) r`)
  return {
    one: insert(sql`select ${join(one, ', ')}`, 'returning *'),
    many: insert(jsonRows(columns), 'on conflict do nothing returning *'),
  }
})

export const insertStatement = (shape: ItemShape, item: NewItem): Sql<StoredRow> =>
  statementsOf(shape).one(...Object.values(toRow(shape, item)))

/** Returns the stored item as JSON text. */
export async function insertItem(db: Db, shape: ItemShape, item: NewItem): Promise<string> {
  const { row } = await nameConflict(shape.app, () => db.one(insertStatement(shape, item)))
  return row
}

/**
 * Stores what can be stored and returns it as JSON text by id. The id or a unique value of an item
 * that is missing in the result is taken.
 */
export async function insertItems(
  db: Db,
  shape: ItemShape,
  items: readonly NewItem[],
): Promise<Map<string, string>> {
  const rows = items.map((item) => toRow(shape, item))
  return toTexts(await db.all(statementsOf(shape).many(JSON.stringify(rows))))
}

/** In the order of `columnsOf`. */
export function toRow({ fields }: ItemShape, item: NewItem): Record<string, unknown> {
  const meta = item.externalProcessMeta
  return {
    __id: item.id,
    __createdAt: item.at,
    __createdBy: item.by,
    __version: item.version,
    __status: item.status,
    __directory: item.directory,
    __subscribers: item.subscribers,
    __externalId: item.externalId,
    __externalProcessMeta: meta && JSON.stringify(meta),
    __name: item.name,
    ...fieldColumns(fields.map((field) => [field, item.fields.get(field) ?? null])),
  }
}

import type { StoredApp } from '../../../definitions/snapshot.ts'
import { Cache, memoize } from '../../../lib/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import { gap, join, name, raw, type Sql, sql, template } from '../../../platform/db/sql.ts'
import { tableOf } from '../../solutions/tables.ts'
import type { Changes } from '../item.ts'
import { readItems } from './items.ts'
import { columnsOf, fieldColumns, jsonRows, type StoredRow, type Typed } from './rows.ts'
import { type ItemShape, nameOf } from './shape.ts'
import { nameConflict } from './unique.ts'

/** Writes the columns of rows `v`, each by an expression over `v` and the stored row `t`. */
export function updateRows(
  app: StoredApp,
  given: Sql,
  set: readonly (readonly [column: string, value: Sql])[],
): Sql {
  const assigned = set.map(([column, value]) => sql`${name(column)} = ${value}`)
  return sql`update ${tableOf(app)} t set ${join(assigned, ', ')}
    from (${given}) v where t."__id" = v."__id"`
}

/** Builds the names of items anew after their values changed. `ids` is a list or a query. */
export const renameRows = (app: StoredApp, ids: Sql): Sql =>
  sql`update ${tableOf(app)} t set "__name" = ${nameOf(app)} where t."__id" = any(${ids})`

/** Columns that never change. */
const FIXED = ['__id', '__createdAt', '__createdBy']
/** Columns that only changes write. */
const LATER: Typed[] = [
  ['__updatedAt', 'timestamptz'],
  ['__updatedBy', 'uuid'],
  ['__statusChangedAt', 'timestamptz'],
  ['__deletedAt', 'timestamptz'],
]
/** The names of the columns that a row changes; the others keep their values. */
const CHANGED = '$changed'

/** Prepared once per version of the app, whichever columns change. */
const statementsOf = memoize(({ app }: ItemShape) => {
  const columns = [...columnsOf(app).filter(([column]) => !FIXED.includes(column)), ...LATER]
  const set = columns.map(
    ([column]) =>
      [
        column,
        sql`case when ${column} = any(v.${name(CHANGED)})
          then v.${name(column)} else t.${name(column)} end`,
      ] as const,
  )
  const given = jsonRows([['__id', 'uuid'], [CHANGED, 'text[]'], ...columns])
  return {
    update: template(updateRows(app, given, set)),
    rename: template(renameRows(app, sql`${gap}::uuid[]`)),
  }
})

/** By the columns that change: clients send the same ones again and again. */
const ownStatementsOf = memoize((_: ItemShape) => new Cache<OwnStatements>({ most: 200 }))
type OwnStatements = { change: Statement; changeAndRead: Statement<StoredRow> }
type Statement<Row = unknown> = (...values: unknown[]) => Sql<Row>

function makeStatements({ app, read }: ItemShape, columns: readonly string[]): OwnStatements {
  const types = new Map([...columnsOf(app), ...LATER])
  const set = columns.map((column) => {
    const type = types.get(column)
    if (type === undefined) throw new Error(`the items have no column ${column}`)
    return sql`${name(column)} = ${gap}::${raw(type)}`
  })
  const change = sql`update ${tableOf(app)} t set ${join(set, ', ')} where t."__id" = ${gap}::uuid`
  return {
    change: template(change),
    changeAndRead: template(sql<StoredRow>`with n as (${change} returning *)
      select r."__id" as id, row_to_json(r.*)::text as row from (select ${read} from n t) r`),
  }
}

/** Saves the changes of one item and returns it as JSON text. */
export async function saveItem(
  db: Db,
  shape: ItemShape,
  { id, columns, fields }: Changes & { id: string },
): Promise<string> {
  const values = { ...Object.fromEntries(columns), ...fieldColumns(fields) }
  const names = Object.keys(values)
  const own = ownStatementsOf(shape).get(names.join(), () => makeStatements(shape, names))
  const given = [...Object.values(values), id]
  if (shape.app.body.nameTemplate === undefined) {
    const { row } = await nameConflict(shape.app, () => db.one(own.changeAndRead(...given)))
    return row
  }
  // The name is made of what the first statement stores; all three are sent together.
  const changed = nameConflict(shape.app, () => db.run(own.change(...given)))
  const renamed = db.run(statementsOf(shape).rename([id]))
  const stored = readItems(db, shape, [id])
  await Promise.allSettled([changed, renamed, stored])
  // After a failed statement, errors of the next ones are only a consequence.
  await changed
  await renamed
  return (await stored).get(id) ?? ''
}

/** Saves changes and returns the items as JSON text by id. */
export async function saveItems(
  db: Db,
  shape: ItemShape,
  changes: readonly (Changes & { id: string })[],
): Promise<Map<string, string>> {
  const { update, rename } = statementsOf(shape)
  const rows = changes.map(({ id, columns, fields }) => {
    const values = { ...Object.fromEntries(columns), ...fieldColumns(fields) }
    return { __id: id, [CHANGED]: Object.keys(values), ...values }
  })
  await nameConflict(shape.app, () => db.run(update(JSON.stringify(rows))))
  const ids = changes.map(({ id }) => id)
  if (shape.app.body.nameTemplate !== undefined) await db.run(rename(ids))
  return readItems(db, shape, ids)
}

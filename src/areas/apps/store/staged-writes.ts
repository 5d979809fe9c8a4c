import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Db } from '../../../platform/db/db.ts'
import { join, name, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { columnsWithTypes } from '../../solutions/tables.ts'
import { initialStatus } from '../statuses.ts'
import { insertRows } from './insert.ts'
import { columnsOf, initialValues } from './rows.ts'
import type { ItemShape } from './shape.ts'
import { hasColumn, type Stage } from './stage.ts'
import { renameRows, updateRows } from './update.ts'

/** Rows of a staging table as items: COPY as a way into the INSERT and the UPDATE of items. */

export type Author = { at: Date; by: string; version: number }

/** Creates items from the rows that are new; returns how many. */
export function insertNew(
  db: Db,
  { app }: ItemShape,
  stage: Stage,
  author: Author,
): Promise<number> {
  const values = new Map([...systemValues(app, stage, author), ...fieldValues(app, stage)])
  const given = columnsOf(app).map(([column, type]) => {
    const value = values.get(column) ?? givenOr(stage, column, raw('null'))
    return sql`${value}::${raw(type)} as ${name(column)}`
  })
  return db.run(
    insertRows(
      app,
      sql`select ${join(given, ', ')}
        from (select * from ${stage.table} where "$target" is null order by "$row") s`,
    ),
  )
}

const givenOr = (stage: Stage, column: string, otherwise: Sql): Sql =>
  hasColumn(stage, column) ? name('s', column) : otherwise

function systemValues(
  app: StoredApp,
  stage: Stage,
  { at, by, version }: Author,
): [column: string, value: Sql][] {
  const subscribers = hasColumn(stage, '__subscribers')
    ? sql`array(select distinct u from unnest(${by}::uuid || coalesce(s."__subscribers", '{}')) u)`
    : sql`array[${by}::uuid]`
  return [
    ['__createdAt', sql`${at}`],
    ['__createdBy', sql`${by}`],
    ['__version', sql`${version}`],
    [
      '__status',
      sql`coalesce(${givenOr(stage, '__status', raw('null'))},
        ${initialStatus(app, undefined)}::smallint)`,
    ],
    ['__subscribers', subscribers],
  ]
}

/** The value of the file; if that is empty or missing, the default. */
const fieldValues = (app: StoredApp, stage: Stage): [column: string, value: Sql][] =>
  app.fields.flatMap((field) => {
    const initial = initialValues(field)
    return columnsWithTypes(field).map(({ name: column, type }, at): [string, Sql] => {
      const byDefault = sql`${initial[at] ?? null}::${raw(type)}`
      if (!hasColumn(stage, field.code)) return [column, byDefault]
      const given = name('s', column)
      if (field.default === undefined) return [column, given]
      return [
        column,
        sql`case when ${name('s', field.code)} is null then ${byDefault} else ${given} end`,
      ]
    })
  })

/** Changes the items that were there: what the file has no column for stays. Returns how many. */
export async function updateFound(
  db: Db,
  { app }: ItemShape,
  stage: Stage,
  author: Author,
): Promise<number> {
  const isFound = sql`${stage.table} s where s."$target" is not null`
  const columns = stage.columns.filter((column) => column.name !== '__id')
  const given = columns.map((column) => name('s', column.name))
  const rows = sql`select ${join([raw('s."$target" as "__id"'), ...given], ', ')} from ${isFound}`
  const count = await db.run(updateRows(app, rows, changes(app, stage, author)))
  if (count > 0 && app.body.nameTemplate !== undefined) {
    await db.run(renameRows(app, sql`array(select s."$target" from ${isFound})`))
  }
  return count
}

function changes(app: StoredApp, stage: Stage, { at, by, version }: Author): [string, Sql][] {
  const has = (code: string) => hasColumn(stage, code)
  const fields = app.fields.filter(({ code }) => has(code)).flatMap(columnsWithTypes)
  const plain = [
    ...fields.map((column) => column.name),
    ...['__directory', '__externalId'].filter(has),
  ]
  const set = plain.map((column): [string, Sql] => [column, name('v', column)])
  set.push(
    ['__updatedAt', sql`${at}::timestamptz`],
    ['__updatedBy', sql`${by}::uuid`],
    ['__version', sql`greatest(t."__version" + 1, ${version}::bigint)`],
  )
  if (has('__subscribers')) set.push(['__subscribers', raw(`coalesce(v."__subscribers", '{}')`)])
  if (has('__name') && app.body.nameTemplate === undefined) {
    set.push(['__name', raw('coalesce(v."__name", t."__name")')])
  }
  if (has('__status')) {
    set.push(
      ['__status', raw('coalesce(v."__status", t."__status")')],
      [
        '__statusChangedAt',
        sql`case when v."__status" is distinct from t."__status" and v."__status" is not null
          then ${at}::timestamptz else t."__statusChangedAt" end`,
      ],
    )
  }
  return set
}

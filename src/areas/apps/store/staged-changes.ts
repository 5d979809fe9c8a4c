import type { Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import type { Db } from '../../../platform/db/db.ts'
import { join, name, or, type Sql, sql } from '../../../platform/db/sql.ts'
import { initialStatus } from '../statuses.ts'
import type { ItemShape } from './shape.ts'
import { hasColumn, holdTargets, type Stage } from './stage.ts'

/** A row for an item that is there already, and what would become of it. */
export type StagedChange = {
  row: number
  status: number
  author: string
  performers: string[]
  /** Codes of the fields that get another value. */
  changed: string[]
}

/** Of the items that have one of these statuses. */
export async function listStagedChanges(
  db: Db,
  shape: ItemShape,
  { stage, statuses }: { stage: Stage; statuses: readonly number[] },
): Promise<StagedChange[]> {
  const { app, table } = shape
  const fields = app.fields.filter(({ code }) => hasColumn(stage, code))
  const changes = [
    ...fields.map((field) => change(field.code, isChanged(field))),
    // An empty cell leaves the name as it is.
    ...(hasColumn(stage, '__name') ? [change('__name', sql`s."__name" <> t."__name"`)] : []),
  ]
  if (changes.length === 0) return []
  await holdTargets(db, shape, stage)
  return db.all(sql<StagedChange>`select s."$row" as row, st.status, t."__createdBy" as author,
      coalesce(t."__tasks_performers", '{}') as performers,
      array_remove(array[${join(changes, ', ')}]::text[], null) as changed
    from ${stage.table} s join ${table} t on t."__id" = s."$target",
      lateral (select coalesce(t."__status", ${initialStatus(app, undefined)}::smallint) as status) st
    where st.status = any(${[...statuses]}::smallint[])
    order by s."$row"`)
}

const change = (code: string, condition: Sql): Sql =>
  sql`case when ${condition} then ${code}::text end`

const isChanged = (field: Field): Sql =>
  or(
    fieldTypeOf(field.type)
      .columns(field)
      .map(({ suffix }) => {
        const column = field.code + suffix
        return sql`${name('s', column)} is distinct from ${name('t', column)}`
      }),
  )

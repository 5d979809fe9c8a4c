import type { Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import type { Db } from '../../../platform/db/db.ts'
import { join, name, or, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { initialStatus } from '../statuses.ts'
import type { ItemShape } from './shape.ts'
import { hasColumn, holdTargets, type Stage } from './stage.ts'

/** A row that gives an item another status, or makes one in another than the initial one. */
export type StagedMove = {
  row: number
  from: number | null
  to: number
  /** Null = the item is new. */
  author: string | null
  performers: string[]
  /** Those of the fields asked about that have a value afterwards. */
  filled: string[]
}

export async function listStagedMoves(
  db: Db,
  shape: ItemShape,
  { stage, fields }: { stage: Stage; fields: readonly Field[] },
): Promise<StagedMove[]> {
  const { app, table } = shape
  if (!hasColumn(stage, '__status')) return []
  await holdTargets(db, shape, stage)
  const filled = fields.map(
    (field) => sql`case when ${isFilled(stage, field)} then ${field.code}::text end`,
  )
  return db.all(sql<StagedMove>`select s."$row" as row, t."__status" as from, s."__status" as to,
      t."__createdBy" as author, coalesce(t."__tasks_performers", '{}') as performers,
      array_remove(array[${join(filled, ', ')}]::text[], null) as filled
    from ${stage.table} s left join ${table} t on t."__id" = s."$target"
    where s."__status" <> coalesce(t."__status", ${initialStatus(app, undefined)}::smallint)
    order by s."$row"`)
}

/** What the file brings counts, else what the item has; a new one without either has its default. */
function isFilled(stage: Stage, field: Field): Sql {
  const given = hasValue(field, hasColumn(stage, field.code) ? 's' : 't')
  const hasDefault = (field.default ?? null) !== null
  return hasDefault ? or([given, raw('s."$target" is null')]) : given
}

/** Empty lists are written in two ways, as JSON and as an array. */
const hasValue = (field: Field, row: string): Sql =>
  or(
    fieldTypeOf(field.type)
      .columns(field)
      .map(
        ({ suffix }) =>
          sql`coalesce(${name(row, field.code + suffix)}::text, '') not in ('', '[]', '{}')`,
      ),
  )

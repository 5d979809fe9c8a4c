import type pg from 'pg'
import type { Columns, Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import { isShown, readProjection } from '../../../lists/projection.ts'
import type { ListRequest } from '../../../lists/request.ts'
import { join, render, type Sql, sql } from '../../../platform/db/sql.ts'
import type { ColumnKind } from '../../../sheets/xlsx/write.ts'
import type { ItemShape } from './shape.ts'

/** A column of the table that is made. */
export type ExportColumn = { code: string; title: string; kind: ColumnKind; text: Sql }

/** Of the system's own fields those that say something outside of it. */
const SYSTEM = [
  '__id',
  '__index',
  '__name',
  '__status',
  '__externalId',
  '__createdAt',
  '__createdBy',
  '__updatedAt',
  '__updatedBy',
]

/** In the order of a form: who it is, what it says, when it was changed. */
export function exportColumns(
  shape: ItemShape,
  { fields }: Pick<ListRequest, 'fields'>,
  titles: ReadonlyMap<string, string>,
): ExportColumn[] {
  const projection = readProjection(fields)
  const own = shape.app.fields.map(({ code }) => code)
  const [before, after] = [SYSTEM.slice(0, 4), SYSTEM.slice(4)]
  return [...before, ...own, ...after].flatMap((code) => {
    const column = shape.columns.get(code)
    if (!column || !isShown(projection, code)) return []
    const { field, columns } = column
    const title = titles.get(code) ?? field.name
    return [{ code, title, kind: kindOf(field), text: textOf(shape, field, columns) }]
  })
}

function textOf({ app }: ItemShape, field: Field, columns: Columns): Sql {
  if (field.code !== '__status') return columnText(field, columns)
  const names = app.body.statuses.flatMap((group) =>
    group.statuses.map(({ id, code }) => [id, code]),
  )
  return sql`${JSON.stringify(Object.fromEntries(names))}::jsonb ->> t."__status"::text`
}

function columnText(field: Field, columns: Columns): Sql {
  const type = fieldTypeOf(field.type)
  const text = type.cellText ?? type.asText
  return text ? text(columns, field) : sql`${columns('')}::text`
}

const KINDS: Record<string, ColumnKind> = { INTEGER: 'number', FLOAT: 'number' }
function kindOf({ type, kind }: Field): ColumnKind {
  if (type !== 'DATETIME') return KINDS[type] ?? 'text'
  if (kind === 'time') return 'text'
  return kind === 'date' ? 'date' : 'moment'
}

/** For some rows: the first ones may need to be sorted. */
const LONGEST = '5min'

/** Every row that the request finds, as texts, through a cursor: nothing piles up anywhere. */
export async function* readRows(client: pg.Client, query: Sql): AsyncGenerator<(string | null)[]> {
  const { text, values } = render(query)
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query('set local timezone = UTC')
  await client.query(`set local statement_timeout = '${LONGEST}'`)
  await client.query(`declare found no scroll cursor for ${text}`, values)
  for (;;) {
    const { rows } = await client.query({ text: 'fetch 250 from found', rowMode: 'array' })
    if (rows.length === 0) return
    yield* rows as (string | null)[][]
  }
}

/** What stands between SELECT and FROM. */
export const exportTexts = (columns: readonly ExportColumn[]): Sql =>
  join(
    columns.map(({ text }) => sql`(${text})::text`),
    ', ',
  )

import { hasPeriods } from '../fields/computed.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { invalid } from '../lib/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { and, join, name, raw, type Sql, sql } from '../platform/db/sql.ts'
import type { Aggregated, AggregateRequest } from './aggregate-request.ts'
import { computedOf, groupedBy, selectAs } from './computed.ts'
import { targetOf } from './path.ts'
import { looksElsewhere, restrict } from './query.ts'
import { ListRequest } from './request.ts'
import { fieldsOf, type Source, type SourceColumn } from './source.ts'
import { allOnce } from './totals.ts'

type Row = { keys: unknown[]; values: unknown[]; previous: unknown[] | null; total: number }

/** Numbers over the rows of a list that are not deleted, computed where its rights are checked. */
export async function aggregate(
  db: Db,
  source: Source,
  request: AggregateRequest,
  now: Date,
): Promise<Aggregated> {
  const { filter, statusCode, statusGroupId, trend } = request
  const wanted = ListRequest.parse({ filter, statusCode, statusGroupId, active: true })
  const window = trend && windowOf(source, trend, now)
  const where = and([await restrict(source, wanted), ...(window ? [window.both] : [])])
  const statement = compileGroups(source, request, { where, window })
  const rows = window
    ? await db.all(statement)
    : await allOnce(db, source, { statement, looksElsewhere: looksElsewhere(source, wanted) })
  const groups = rows.map(({ keys, values, previous }) => ({
    keys,
    values,
    ...(previous && { previous }),
  }))
  return { groups, total: rows[0]?.total ?? 0 }
}

type Window = { both: Sql; now: Sql; before: Sql }

/** The time up to now, and as much before it. */
function windowOf(
  { columns }: Source,
  { field: code, over }: NonNullable<AggregateRequest['trend']>,
  now: Date,
): Window {
  const { field, facet } = targetOf(fieldsOf(columns), code)
  if (!hasPeriods(field)) throw invalid(`trend: "${code}" is no date`)
  const value = facet.sql(columns.get(code)?.columns ?? (() => raw('null')))
  const at = field.kind === 'date' ? sql`(${value}::timestamp at time zone 'UTC')` : value
  const back = (times: number) =>
    sql`((${now}::timestamptz at time zone 'UTC') - ${raw(LENGTHS[over])} * ${times}::integer) at time zone 'UTC'`
  const [start, middle] = [back(2), back(1)]
  return {
    both: sql`(${at} > ${start} and ${at} <= ${now}::timestamptz)`,
    now: sql`filter (where ${at} > ${middle})`,
    before: sql`filter (where ${at} <= ${middle})`,
  }
}

const LENGTHS = {
  day: "interval '1 day'",
  week: "interval '7 days'",
  month: "interval '1 month'",
  quarter: "interval '3 months'",
  year: "interval '1 year'",
} as const

type Restriction = { where: Sql; window: Window | undefined }

/** Groups first, then the page of them as JSON, with the number of all. */
function compileGroups(
  source: Source,
  { groupBy, values, order, size }: AggregateRequest,
  { where, window }: Restriction,
): Sql<Row> {
  const { table, columns } = source
  const keys = groupBy.map((each) => groupedBy(source, each))
  const now = values.map((each) => computedOf(columns, each, window?.now))
  const before = window ? values.map((each) => computedOf(columns, each, window.before)) : []
  const selected = [...named('k', keys), ...named('v', now), ...named('p', before)]
  const grouped = keys.flatMap(({ by }) => by)
  const by = grouped.length > 0 ? sql`group by ${join(grouped, ', ')}` : raw('')
  return sql<Row>`
    with t as (select ${join(selected, ', ')} from ${table} t where ${where} ${by})
    select ${asJson('k', keys)} as keys, ${asJson('v', now)} as values,
      ${window ? asJson('p', before) : raw('null::json')} as previous,
      (select count(*) from t) as total
    from t ${orderOf(keys, now, order)} limit ${size}::bigint`
}

const column = (letter: string, at: number) => (suffix: string) => name(`${letter}${at}${suffix}`)

const named = (letter: string, columns: SourceColumn[]): Sql[] =>
  columns.flatMap((each, at) => selectAs(each, column(letter, at)))

const inRow = (letter: string, at: number) => (suffix: string) =>
  sql`t.${column(letter, at)(suffix)}`

const asJson = (letter: string, columns: SourceColumn[]): Sql =>
  sql`json_build_array(${join(
    columns.map(({ field }, at) => fieldTypeOf(field.type).read(inRow(letter, at), field)),
    ', ',
  )})`

/** In the natural order of the keys: statuses in the order of the app, empty values last. */
function orderOf(keys: SourceColumn[], values: SourceColumn[], order: 'key' | 'value'): Sql {
  const byKey = keys.flatMap(({ field }, at) => {
    const own = inRow('k', at)
    const { '': whole, order: place } = fieldTypeOf(field.type).facets(field)
    if (place) return [place.sql(own), own('')]
    return whole?.kind.isOrdered ? [whole.kind.sql.sortKey(whole.sql(own)), own('')] : [own('')]
  })
  const byValue = order === 'value' ? values.slice(0, 1).map((_, at) => inRow('v', at)('')) : []
  const sorts = [
    ...byValue.map((each) => sql`${each} desc nulls last`),
    ...byKey.map((each) => sql`${each} nulls last`),
  ]
  return sorts.length > 0 ? sql`order by ${join(sorts, ', ')}` : raw('')
}

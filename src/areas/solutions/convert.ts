import { type Change, changeOf } from '../../fields/change.ts'
import type { Field } from '../../fields/field-type.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { inline, join, name, type Sql, sql } from '../../platform/db/sql.ts'
import { type Conversion, deletion, findDoubles, hold, type Prepared, values } from './prepared.ts'
import * as rows from './store/rows.ts'
import * as tables from './tables.ts'

type Pair = { from: Field; to: Field }

/**
 * Changes the type or settings of a field that has data. Values that fit are converted; those that do
 * not are reported, and lost only if that is allowed.
 */
export async function convert(place: Conversion, pair: Pair): Promise<Partial<Prepared>> {
  const { from, to } = pair
  const change = changeOf(from, to, tables.columnsOf(from))
  const isRewritten = tables.isRewritten(from, to)
  if (isRewritten) await hold(place, 'access exclusive')
  const table = tables.tableOf(place.app)
  const total = await rows.countRows(place.db, table, tables.hasValue(from))
  if (total === 0) return isRewritten ? { ...anew(place, pair), blockers: [] } : {}
  if (!change) return isRewritten ? withoutWay(place, pair, total) : {}
  return change.using
    ? rewrite(place, pair, { ...change, using: change.using, total })
    : keep(place, pair, change)
}

/** The columns as they would be if the field were new. */
const anew = ({ app }: Conversion, { from, to }: Pair): Partial<Prepared> => ({
  data: [`column of "${to.code}" made anew`],
  statements: [tables.dropColumns(app, from), tables.addColumns(app, to)],
})

async function withoutWay(
  place: Conversion,
  pair: Pair,
  total: number,
): Promise<Partial<Prepared>> {
  const { from, to } = pair
  const wanted = { condition: tables.hasValue(from), value: tables.valueText(from) }
  const found = await rows.findRows(place.db, tables.tableOf(place.app), wanted)
  const text = `"${to.code}": ${from.type} cannot become ${to.type}, and it has ${values(total)}`
  const made = anew(place, pair)
  return {
    ...made,
    data: [...(made.data ?? []), deleted(to, total)],
    blockers: [deletion(text, found.rows)],
  }
}

const deleted = ({ code }: Field, count: number): string =>
  `${values(count)} of "${code}" deleted for good: no roll back brings them back`

/** The columns stay; values outside the new settings are blockers. */
async function keep(place: Conversion, pair: Pair, change: Change): Promise<Partial<Prepared>> {
  const { count, blockers, misfit } = await findMisfits(place, pair, change)
  const cleared = tables.columnsWithTypes(pair.to).map((column) => sql`${name(column.name)} = null`)
  const table = tables.tableOf(place.app)
  const update = sql`update ${table} set ${join(cleared, ', ')} where ${misfit}`
  return count === 0
    ? { blockers }
    : { blockers, data: [deleted(pair.to, count)], statements: [inline(update)] }
}

type Rewriting = Change & { using: Sql[]; total: number }

/** Fills new columns and then replaces the old ones: UPDATE takes parameters, ALTER TABLE does not. */
async function rewrite(
  place: Conversion,
  pair: Pair,
  change: Rewriting,
): Promise<Partial<Prepared>> {
  const { from, to } = pair
  const { count, blockers, fits } = await findMisfits(place, pair, change)
  return {
    data: [
      from.type === to.type
        ? `options of "${to.code}" get their new codes, in ${values(change.total)}`
        : `"${to.code}" becomes ${to.type} with ${values(change.total)}`,
      ...(count > 0 ? [deleted(to, count)] : []),
    ],
    blockers: [...blockers, ...(to.unique ? await findNewDoubles(place, pair, change) : [])],
    statements: rewriteStatements(place.app, {
      from,
      to,
      using: change.using,
      condition: sql`(${tables.hasValue(from)}) and (${fits})`,
    }),
  }
}

function rewriteStatements(
  app: AppAddress,
  { from, to, using, condition }: Pair & { using: Sql[]; condition: Sql },
): string[] {
  const columns = tables
    .columnsWithTypes(to)
    .map((column) => ({ ...column, made: `${to.code}$new${column.name.slice(to.code.length)}` }))
  const quoted = (column: string) => inline(name(column))
  const set = columns.map(({ made }, at) => sql`${name(made)} = ${using[at]}`)
  return [
    tables.alterTable(
      app,
      columns.map(({ made, type }) => `add column ${quoted(made)} ${type}`),
    ),
    inline(sql`update ${tables.tableOf(app)} set ${join(set, ', ')} where ${condition}`),
    tables.dropColumns(app, from),
    ...columns.map(({ made, name: column }) =>
      tables.alterTable(app, [`rename column ${quoted(made)} to ${quoted(column)}`]),
    ),
  ]
}

async function findMisfits(place: Conversion, { from, to }: Pair, { fits = sql`true` }: Change) {
  const misfit = sql`(${fits}) is not true`
  const value = tables.valueText(from)
  const table = tables.tableOf(place.app)
  const { count, rows: found } = await rows.findRows(place.db, table, { condition: misfit, value })
  const what = from.type === to.type ? 'its new settings do' : `${to.type} does`
  const text = `"${to.code}": ${what} not fit ${values(count)}`
  return { count, misfit, fits, blockers: count === 0 ? [] : [deletion(text, found)] }
}

/** Different texts may be the same number. Values that do not fit must not be cast. */
function findNewDoubles(place: Conversion, { from, to }: Pair, { using, fits }: Rewriting) {
  const suffixes = tables.columnsWithTypes(to).map((column) => column.name.slice(to.code.length))
  const key = tables.keyOf(to, (suffix) => using[suffixes.indexOf(suffix)] as Sql)
  return findDoubles(place, from, sql`case when ${fits ?? sql`true`} then ${key} end`)
}

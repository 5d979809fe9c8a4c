import type { Conversion, Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import type { Db } from '../../platform/db/db.ts'
import { inline, name, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { Step } from './steps.ts'
import * as rows from './store/rows.ts'
import * as tables from './tables.ts'

/** What stands in the way. Some of it a person may decide to lose. */
export type Blocker = { text: string; rows: rows.Row[]; canLose: boolean }

/** A step with what it does to the data there is, and how. */
export type Prepared = {
  data: string[]
  blockers: Blocker[]
  statements: string[]
  /** Indexes that are built beside running writes, after everything else is committed. */
  later: tables.TableIndex[]
}

export type Place = {
  db: Db
  app: tables.AppPlace
  /** When applying, tables whose rows decide are held still until the end. */
  isApplying: boolean
}

const ALIVE = raw('"__deletedAt" is null')
const ALL = raw('true')

type Preparers = {
  [Do in Step['do']]: (
    place: Place,
    step: Extract<Step, { do: Do }>,
  ) => Promise<Partial<Prepared>> | Partial<Prepared>
}

const preparers: Preparers = {
  'create table': (_, { app }) => ({
    data: ['table created'],
    statements: [tables.createSchema(app.namespace), ...tables.createTable(app)],
  }),
  'bring back app': async ({ db, app }) => {
    const count = await rows.countRows(db, tables.tableOf(app), ALIVE)
    return { data: [`its table is still there, with ${items(count)}`] }
  },
  'remove app': async ({ db, app }) => {
    const count = await rows.countRows(db, tables.tableOf(app), ALIVE)
    return {
      data: [`its table stays with ${items(count)}, out of sight`],
      blockers: count === 0 ? [] : [loss(`the app still has ${items(count)}`)],
    }
  },
  'add field': ({ app }, { field }) => ({
    data: [`column for "${field.code}" added`],
    statements: [tables.addColumns(app, field)],
  }),
  'bring back field': async ({ db, app }, { field }) => {
    const count = await rows.countRows(db, tables.tableOf(app), tables.hasValue(field))
    return { data: [`column of "${field.code}" comes back with ${values(count)}`] }
  },
  'remove field': async ({ db, app }, { field }) => {
    const condition = sql`${ALIVE} and (${tables.hasValue(field)})`
    const value = tables.valueText(field)
    const found = await rows.findRows(db, tables.tableOf(app), { condition, value })
    const text = `"${field.code}" still has ${values(found.count)}`
    return {
      data: [`column of "${field.code}" stays with ${values(found.count)}, out of sight`],
      blockers: found.count === 0 ? [] : [loss(text, found.rows)],
    }
  },
  'require field': async ({ db, app }, { field, column }) => {
    const condition = column ? sql`${ALIVE} and (${tables.hasValue(column)}) is not true` : ALIVE
    const count = await rows.countRows(db, tables.tableOf(app), condition)
    const text = `"${field.code}" has no value in ${items(count)}, which need one at their next change`
    return { data: count === 0 ? [] : [text] }
  },
  'convert field': convert,
  'add index': addIndex,
  'drop index': ({ app }, { index }) => ({
    data: [`index on "${index.field}" dropped`],
    statements: [tables.dropIndex(app, index)],
  }),
  'remove statuses': async ({ db, app }, { statuses }) => {
    const ids = statuses.map(({ id }) => id)
    const condition = sql`${ALIVE} and "__status" = any(${ids})`
    const value = raw('"__status"::text')
    const found = await rows.findRows(db, tables.tableOf(app), { condition, value })
    const codes = statuses.map(({ code }) => `"${code}"`).join(', ')
    const text = `the removed status ${codes} still has ${items(found.count)}: move them first`
    return { blockers: found.count === 0 ? [] : [{ text, rows: found.rows, canLose: false }] }
  },
  'give status': async ({ db, app }, { status, known }) => {
    const without = sql`"__status" is null or "__status" <> all(${raw(`array[${known.join()}]`)})`
    const count = await rows.countRows(db, tables.tableOf(app), without)
    if (count === 0) return {}
    const table = tables.tableOf(app)
    return {
      data: [`the status "${status.code}" is given to ${items(count)}`],
      statements: [inline(sql`update ${table} set "__status" = ${status.id} where ${without}`)],
    }
  },
}

export async function prepare(place: Place, step: Step): Promise<Prepared> {
  const preparer = preparers[step.do] as (place: Place, step: Step) => Promise<Partial<Prepared>>
  const prepared = await preparer(place, step)
  return { data: [], blockers: [], statements: [], later: [], ...prepared }
}

type Converting = Extract<Step, { do: 'convert field' }>

/** In place when every value fits; what does not fit is shown, and lost only if that is wanted. */
async function convert(place: Place, { from, to }: Converting): Promise<Partial<Prepared>> {
  const { db, app } = place
  const table = tables.tableOf(app)
  await hold(place, 'access exclusive')
  const total = await rows.countRows(db, table, tables.hasValue(from))
  const anew = [tables.dropColumns(app, from), tables.addColumns(app, to)]
  if (total === 0)
    return { data: [`column of "${to.code}" made anew, it has no values`], statements: anew }
  const conversion = fieldTypeOf(to.type).conversions?.[from.type]
  const value = tables.valueText(from)
  if (!conversion) {
    const found = await rows.findRows(db, table, { condition: tables.hasValue(from), value })
    const text = `"${to.code}": ${from.type} cannot become ${to.type}, and it has ${values(total)}`
    return {
      data: [`column of "${to.code}" made anew`],
      blockers: [loss(text, found.rows)],
      statements: anew,
    }
  }
  const column = name(from.code)
  const misfit = sql`${column} is not null and (${conversion.fits?.(column) ?? ALL}) is not true`
  const found = await rows.findRows(db, table, { condition: misfit, value })
  const using = usingOf(conversion, column, found.count > 0)
  return {
    data: [`"${to.code}" becomes ${to.type} with ${values(total)}`],
    blockers: [
      ...(found.count === 0
        ? []
        : [loss(`${to.type} does not fit ${values(found.count)} of "${to.code}"`, found.rows)]),
      ...(to.unique ? await doubles(db, app, { field: to, key: using, value }) : []),
    ],
    statements: [tables.alterTable(app, conversionActions(from, to, using))],
  }
}

const usingOf = (conversion: Conversion, column: Sql, hasMisfits: boolean): Sql => {
  const fits = conversion.fits?.(column)
  return fits && hasMisfits
    ? sql`case when ${fits} then ${conversion.using(column)} end`
    : conversion.using(column)
}

function conversionActions(from: Field, to: Field, using: Sql): string[] {
  const old = tables.columnsWithTypes(from)
  const wanted = tables.columnsWithTypes(to)
  const quoted = (column: string) => inline(name(column))
  const lacks = (list: typeof old) => (column: { name: string }) =>
    !list.some((each) => each.name === column.name)
  return [
    ...wanted
      .filter((column) => column.name === from.code)
      .map(
        ({ name: code, type }) =>
          `alter column ${quoted(code)} type ${type} using (${inline(using)})`,
      ),
    ...old.filter(lacks(wanted)).map((column) => `drop column ${quoted(column.name)}`),
    ...wanted
      .filter(lacks(old))
      .map(({ name: code, type }) => `add column ${quoted(code)} ${type}`),
  ]
}

type Indexing = Extract<Step, { do: 'add index' }>

/** From here on an index is built without stopping those who write. */
const BIG = 10_000

async function addIndex(place: Place, { index, column }: Indexing): Promise<Partial<Prepared>> {
  const { db, app } = place
  const table = tables.tableOf(app)
  const isBig = await rows.hasMoreRows(db, table, BIG)
  if (!isBig) await hold(place, 'share')
  const what = `${index.isUnique ? 'unique index' : 'index'} on "${index.field}"`
  return {
    data: [isBig ? `${what} built afterwards, beside running writes` : `${what} built`],
    blockers: index.isUnique && column ? await doublesOf(db, app, column) : [],
    statements: isBig ? [] : [tables.createIndex(app, index)],
    later: isBig ? [index] : [],
  }
}

const doublesOf = (db: Db, app: tables.AppPlace, field: Field): Promise<Blocker[]> =>
  doubles(db, app, { field, key: tables.keyOf(field), value: tables.valueText(field) })

async function doubles(
  db: Db,
  app: tables.AppPlace,
  { field, key, value }: { field: Field; key: Sql; value: Sql },
): Promise<Blocker[]> {
  const found = await rows.findDoubles(db, tables.tableOf(app), { key, value })
  if (found.count === 0) return []
  const text = `"${field.code}" cannot be unique: ${items(found.count)} share a value with another`
  return [{ text, rows: found.rows, canLose: false }]
}

async function hold({ db, app, isApplying }: Place, mode: string): Promise<void> {
  if (isApplying) await rows.ask(db, sql`lock table ${tables.tableOf(app)} in ${raw(mode)} mode`)
}

const loss = (text: string, found: rows.Row[] = []): Blocker => ({
  text,
  rows: found,
  canLose: true,
})

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`)
const values = (count: number) =>
  count === 1 ? '1 value' : count === 0 ? 'no values' : `${count} values`

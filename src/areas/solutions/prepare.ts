import { inline, raw, sql } from '../../platform/db/sql.ts'
import { convert } from './convert.ts'
import {
  type Conversion,
  findDoubles,
  hold,
  items,
  loss,
  type Prepared,
  values,
} from './prepared.ts'
import type { Step } from './steps.ts'
import * as rows from './store/rows.ts'
import * as tables from './tables.ts'

const ALIVE = raw('"__deletedAt" is null')

type Preparers = {
  [Do in Step['do']]: (
    place: Conversion,
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
      data: [`its table is kept with ${items(count)}, hidden`],
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
  'rename field': async ({ db, app }, { from, to }) => {
    const count = await rows.countRows(db, tables.tableOf(app), tables.hasValue(from))
    const text = `"${from.code}" is renamed to "${to.code}" and changed at once: publish one after the other`
    return {
      data: [`column of "${from.code}" renamed to "${to.code}", with ${values(count)}`],
      blockers: tables.hasSameValues(from, to) ? [] : [{ text, rows: [], canLose: false }],
      statements: tables.renameColumns(app, from, to.code),
    }
  },
  'remove field': async ({ db, app }, { field }) => {
    const condition = sql`${ALIVE} and (${tables.hasValue(field)})`
    const value = tables.valueText(field)
    const found = await rows.findRows(db, tables.tableOf(app), { condition, value })
    const text = `"${field.code}" still has ${values(found.count)}`
    return {
      data: [`column of "${field.code}" is kept with ${values(found.count)}, hidden`],
      blockers: found.count === 0 ? [] : [loss(text, found.rows)],
    }
  },
  'require field': async ({ db, app }, { field, column }) => {
    const condition = column ? sql`${ALIVE} and (${tables.hasValue(column)}) is not true` : ALIVE
    const count = await rows.countRows(db, tables.tableOf(app), condition)
    const text = `"${field.code}" has no value in ${items(count)}, which will need one when they are next changed`
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

export async function prepare(place: Conversion, step: Step): Promise<Prepared> {
  const preparer = preparers[step.do] as (
    place: Conversion,
    step: Step,
  ) => Promise<Partial<Prepared>>
  const prepared = await preparer(place, step)
  return { data: [], blockers: [], statements: [], later: [], ...prepared }
}

type Indexing = Extract<Step, { do: 'add index' }>

/** Tables with this many rows or more get their indexes concurrently. */
const BIG = 10_000

async function addIndex(
  place: Conversion,
  { index, column }: Indexing,
): Promise<Partial<Prepared>> {
  const { db, app } = place
  const table = tables.tableOf(app)
  const isBig = await rows.hasMoreRows(db, table, BIG)
  if (!isBig) await hold(place, 'share')
  const what = `${index.isUnique ? 'unique index' : 'index'} on "${index.field}"`
  return {
    data: [isBig ? `${what} built afterwards, beside running writes` : `${what} built`],
    blockers:
      index.isUnique && column ? await findDoubles(place, column, tables.keyOf(column)) : [],
    statements: isBig ? [] : [tables.createIndex(app, index)],
    later: isBig ? [index] : [],
  }
}

import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { raw, type Sql, sql } from '../platform/db/sql.ts'
import { type Columns, type Facet, type Field, fieldType } from './field-type.ts'
import { date, moment, time } from './kinds/periods.ts'
import { isZeroTime, readDate, readMoment, readTime, secondsOf } from './times.ts'

type TimeKind = 'datetime' | 'date' | 'time'

/** What the three kinds differ in: one column of its own type each, one wire format for all. */
const kinds = {
  datetime: {
    column: 'timestamptz',
    expected: 'a time such as 2026-03-02T09:15:00Z, from year 1 to 9999',
    parse: (text: string) => readMoment(text)?.wire,
    write: (wire: string) => wire,
    read: (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    text: (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    facet: { kind: moment, sql: (column) => column(''), of: (wire) => secondsOf(wire as string) },
  },
  date: {
    column: 'date',
    expected: 'a date such as 2026-03-02, from year 1 to 9999',
    parse: readDate,
    write: (wire: string) => wire.slice(0, 10),
    read: (column: Sql) => sql`to_char(${column}, 'YYYY-MM-DD"T00:00:00Z"')`,
    text: (column: Sql) => sql`to_char(${column}, 'YYYY-MM-DD')`,
    facet: { kind: date, sql: (column) => column(''), of: (wire) => secondsOf(wire as string) },
  },
  time: {
    column: 'time(0)',
    expected: 'a time of day such as 14:30',
    parse: readTime,
    write: (wire: string) => wire.slice(11, 19),
    read: (column: Sql) => sql`'0001-01-01T' || to_char(${column}, 'HH24:MI:SS"Z"')`,
    text: (column: Sql) => sql`to_char(${column}, 'HH24:MI:SS')`,
    facet: {
      kind: time,
      sql: (column) => column(''),
      of: (wire) => secondsOf(wire as string) - secondsOf('0001-01-01T00:00:00Z'),
    },
  },
} satisfies Record<TimeKind, { facet: Facet; [key: string]: unknown }>

/** Clients send the zero time for "none"; among times of day it is midnight. */
function read(kind: TimeKind, text: string): string | null | undefined {
  const wire = kinds[kind].parse(text)
  return wire !== undefined && kind !== 'time' && isZeroTime(wire) ? null : wire
}

export const datetimeType = fieldType({
  type: 'DATETIME',
  settings: { kind: z.enum(['datetime', 'date', 'time']).default('datetime') },
  data: ({ kind }) => ({ kind }),
  columns: ({ kind }) => [{ suffix: '', type: kinds[kind].column }],
  value: ({ kind }) =>
    z.string().transform((text, context) => {
      const wire = read(kind, text)
      if (wire !== undefined) return wire
      const message = `expected ${kinds[kind].expected}, received "${text.slice(0, 50)}"`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  write: (wire, { kind }) => [kinds[kind].write(wire)],
  read: (column, { kind }) => kinds[kind].read(column('')),
  output: () => z.iso.datetime().nullable(),
  facets: ({ kind }) => ({ '': kinds[kind].facet }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  uniqueKey: (column) => column(''),
  cell: (cell, { kind }) => {
    const text = cell.trim().replace(/^(\d\d?)\.(\d\d?)\.(\d{4})/, reorder)
    const value = read(kind, text)
    if (value === undefined) throw invalid(`expected ${kinds[kind].expected}, received "${cell}"`)
    return { value, isChecked: true }
  },
  asText: (column, { kind }) => kinds[kind].text(column('')),
  conversions: {
    DATETIME: { using: (old, change) => [convert(old, change)], fits: convertFits },
    STRING: {
      using: (old, { to }) => [fromText(old(''), to.kind)],
      fits: (old, { to }) => textFits(old(''), to.kind),
    },
  },
})

const reorder = (_: string, day: string, month: string, year: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

type Change = { from: Field; to: { kind: TimeKind } }

function convert(old: Columns, { from, to }: Change): Sql {
  if (from.kind === to.kind) return old('')
  if (from.kind === 'date' && to.kind === 'datetime') {
    return sql`${old('')}::timestamp at time zone 'UTC'`
  }
  if (from.kind === 'datetime' && to.kind === 'date') {
    return sql`(${old('')} at time zone 'UTC')::date`
  }
  return sql`null::${raw(kinds[to.kind].column)}`
}

/** A date has no time to lose; a time of day has nothing in common with either. */
function convertFits(old: Columns, { from, to }: Change): Sql {
  if (from.kind === to.kind || (from.kind === 'date' && to.kind === 'datetime')) return raw('true')
  if (from.kind === 'datetime' && to.kind === 'date') {
    return sql`coalesce((${old('')} at time zone 'UTC')::time = time '00:00', true)`
  }
  return sql`${old('')} is null`
}

const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?'
const OFFSET = '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)'
const WHOLE = `^\\s*${DAY}([T ]${CLOCK}(\\.\\d+)?${OFFSET}?)?\\s*$`

/** Text without an offset is read as UTC. */
function fromText(column: Sql, kind: TimeKind): Sql {
  const text = sql`nullif(btrim(${column}), '')`
  if (kind === 'time') return sql`${text}::time`
  if (kind === 'date') return sql`left(${text}, 10)::date`
  return sql`date_trunc('second', case when ${text} ~ ${`:.*${OFFSET}$`}
    then ${text}::timestamptz else ${text}::timestamp at time zone 'UTC' end)`
}

/** Checked by its form first: a cast of anything else would stop the whole query. */
function textFits(column: Sql, kind: TimeKind): Sql {
  const isRight =
    kind === 'time'
      ? sql`${column} ~ ${`^\\s*${CLOCK}\\s*$`}`
      : sql`case when ${column} ~ ${WHOLE} then ${isRealDay(sql`btrim(${column})`)} else false end`
  return sql`case when btrim(${column}) <> '' then ${isRight} else true end`
}

/** The month has that day; the year is not 0. */
const isRealDay = (text: Sql): Sql => sql`case when left(${text}, 4) = '0000' then false
  else substr(${text}, 9, 2)::integer <= extract(day from
    make_date(left(${text}, 4)::integer, substr(${text}, 6, 2)::integer, 1) + interval '1 month -1 day') end`

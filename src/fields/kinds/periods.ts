import { type Sql, sql } from '../../platform/db/sql.ts'
import { DAY, isZeroTime, readMoment, readTime, secondsOf } from '../times.ts'
import { type Comparison, holds, type Kind, type SortType } from './kind.ts'

/**
 * From its first second up to, not including, `to`. Times are told to the second, so a moment is
 * the period of one second and a date without time the period of a day: `lte` a day includes it.
 */
export type Period = { from: number; to: number }

/** A period that a query spells out itself, for fields of one family. */
export class Span {
  readonly family: 'moment' | 'time'
  readonly period: Period

  constructor(family: Span['family'], period: Period) {
    this.family = family
    this.period = period
  }
}

/** The edge of the period that a comparison is about. */
const edge = (by: Comparison, { from, to }: Period) => (by === 'gt' || by === 'lte' ? to : from)

const isIn = (seconds: number, { from, to }: Period) => from <= seconds && seconds < to

type Stored = {
  family: Span['family']
  sortType: SortType
  expected: string
  literal(value: unknown): Period | null | undefined
  /** The first stored value that is not before this second. */
  first(second: number): Sql
  seconds(value: Sql): Sql
}

function periodKind(stored: Stored): Kind<number, Period> {
  const { family, sortType, expected, literal, first, seconds } = stored
  const since = (value: Sql, second: number) => sql`${value} >= ${first(second)}`
  const before = (value: Sql, second: number) => sql`${value} < ${first(second)}`
  return {
    family,
    expected,
    isOrdered: true,
    isSet: false,
    sortType,
    literal: (value) => {
      if (!(value instanceof Span)) return literal(value)
      return value.family === family ? value.period : undefined
    },
    sql: {
      compare: (value, by, period) => {
        if (by === 'eq') return sql`(${since(value, period.from)} and ${before(value, period.to)})`
        const side = by === 'gt' || by === 'gte' ? since : before
        return side(value, edge(by, period))
      },
      isIn: (value, periods) => {
        const from = sql`${periods.map((period) => period.from)}::float8[]`
        const to = sql`${periods.map((period) => period.to)}::float8[]`
        return sql`exists (select from unnest(${from}, ${to}) p(since, until)
          where ${seconds(value)} >= p.since and ${seconds(value)} < p.until)`
      },
      isEmpty: (value) => sql`${value} is null`,
      comparable: seconds,
      sortKey: (value) => value,
    },
    memory: {
      compare: (value, by, period) => {
        if (by === 'eq') return isIn(value, period)
        return holds(by === 'gt' || by === 'gte' ? 'gte' : 'lt', value - edge(by, period))
      },
      isEmpty: () => false,
      order: (left, right) => left - right,
    },
  }
}

function momentLiteral(value: unknown): Period | null | undefined {
  const moment = typeof value === 'string' ? readMoment(value) : undefined
  if (!moment) return undefined
  if (isZeroTime(moment.wire)) return null
  const from = secondsOf(moment.wire)
  return { from, to: from + (moment.hasTime ? 1 : DAY) }
}

function timeLiteral(value: unknown): Period | undefined {
  const time = typeof value === 'string' ? readTime(value) : undefined
  if (time === undefined) return undefined
  const from = secondsOf(time) - secondsOf('0001-01-01T00:00:00Z')
  return { from, to: from + 1 }
}

/** `timestamptz` */
export const moment = periodKind({
  family: 'moment',
  sortType: 'timestamptz',
  expected: 'a time such as 2026-03-02T09:15:00Z, or a date such as 2026-03-02',
  literal: momentLiteral,
  first: (second) => sql`to_timestamp(${second}::float8)`,
  seconds: (value) => sql`floor(extract(epoch from ${value}))`,
})

/** `date`, told as its first second in UTC. */
export const date = periodKind({
  family: 'moment',
  sortType: 'date',
  expected: 'a date such as 2026-03-02',
  literal: momentLiteral,
  first: (second) => sql`date '1970-01-01' + ${Math.ceil(second / DAY)}::integer`,
  seconds: (value) => sql`extract(epoch from ${value})`,
})

/** `time`, told as the second of the day. */
export const time = periodKind({
  family: 'time',
  sortType: 'time',
  expected: 'a time of day such as 14:30',
  literal: timeLiteral,
  // `time` knows 24:00:00, the end of the day.
  first: (second) => sql`make_interval(secs => ${second}::float8)::text::time`,
  seconds: (value) => sql`extract(epoch from ${value})`,
})

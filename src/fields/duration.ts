import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { sql } from '../platform/db/sql.ts'
import { describe } from './checks.ts'
import { fieldType } from './field-type.ts'
import { integer } from './kinds/numbers.ts'
import { wholeSum } from './numbers.ts'

const ISO = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const CLOCK = /^(-)?(\d+):(\d\d)(?::(\d\d))?$/
const UNITS = [604_800, 86_400, 3600, 60, 1]

/**
 * Whole seconds on the wire, which every client can add up. Written also as ISO 8601 without
 * months and years, whose length nobody knows.
 */
function readDuration(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined
  const [, minus, ...parts] = typeof value === 'string' ? (ISO.exec(value) ?? []) : []
  if (!parts.some((part) => part !== undefined)) return undefined
  const seconds = parts.reduce((total, part, at) => total + Number(part ?? 0) * (UNITS[at] ?? 0), 0)
  return Number.isSafeInteger(seconds) ? (minus ? -seconds : seconds) : undefined
}

function readClock(cell: string): number | undefined {
  const [, minus, hours, minutes, seconds = '0'] = CLOCK.exec(cell) ?? []
  if (hours === undefined) return undefined
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return minus ? -total : total
}

const EXPECTED = 'whole seconds or an ISO 8601 duration such as PT1H30M'

const Duration = z.unknown().transform((value, context) => {
  const seconds = readDuration(value)
  if (seconds !== undefined) return seconds
  context.addIssue({ code: 'custom', message: `expected ${EXPECTED}, received ${describe(value)}` })
  return z.NEVER
})

export const durationType = fieldType({
  type: 'DURATION',
  settings: {},
  data: () => ({}),
  columns: () => [{ suffix: '', type: 'bigint' }],
  value: () => Duration,
  write: (value) => [value],
  read: (column) => column(''),
  output: () => z.int().nullable().describe('seconds'),
  facets: () => ({
    '': {
      kind: { ...integer, expected: EXPECTED },
      sql: (column) => column(''),
      of: (value) => value,
      literal: (value) => readDuration(value) ?? integer.literal(value),
    },
  }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  uniqueKey: (column) => column(''),
  cell: (cell) => {
    const text = cell.trim()
    const value = readClock(text) ?? readDuration(/^-?\d+$/.test(text) ? Number(text) : text)
    if (value === undefined) throw invalid(`expected ${EXPECTED} or 1:30:00, received "${cell}"`)
    return { value }
  },
  asText: (column) => sql`${column('')}::text`,
  total: wholeSum,
  conversions: { INTEGER: {} },
})

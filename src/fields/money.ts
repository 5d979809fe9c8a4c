import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { type raw, sql } from '../platform/db/sql.ts'
import { expecting } from './checks.ts'
import { allOf, NEVER } from './condition.ts'
import { type Facet, fieldType } from './field-type.ts'
import { Integer } from './integer.ts'
import { integer } from './kinds/numbers.ts'
import { text } from './kinds/text.ts'
import { isNumberText, readNumber, wholeSum } from './numbers.ts'

const Currency = z.string().regex(/^[A-Z]{3}$/, 'expected the ISO code of a currency, such as EUR')

type Money = { cents: number; currency: string }

const LARGEST = Number.MAX_SAFE_INTEGER

/** A plain number is in major units: 12.5 is 1250 cents. */
function centsOf(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 100)
  return typeof value === 'object' && value !== null ? (value as Partial<Money>).cents : undefined
}

const cents: Facet = {
  kind: integer,
  sql: (column) => column(''),
  of: (value) => (value as Money).cents,
}
const currency: Facet = {
  kind: text,
  sql: (column) => sql`${column('$currency')}::text`,
  of: (value) => (value as Money).currency,
}
const amount: Facet = {
  ...cents,
  kind: { ...integer, expected: '{"cents", "currency"} or a number of major units' },
  literal: (value) => integer.literal(centsOf(value)),
  equal: (value, { code }) => {
    const literal = integer.literal(centsOf(value))
    const wanted = (value as Partial<Money> | null)?.currency
    if (literal === undefined || wanted === undefined) return undefined
    if (!Currency.safeParse(wanted).success) return NEVER
    return allOf([
      { op: 'compare', path: { code, part: 'cents' }, by: 'eq', literal },
      { op: 'compare', path: { code, part: 'currency' }, by: 'eq', literal: wanted },
    ])
  },
}

export const moneyType = fieldType({
  type: 'MONEY',
  settings: { currency: Currency.describe('of amounts that come without one') },
  data: ({ currency }) => ({ currency }),
  columns: () => [
    { suffix: '', type: 'bigint' },
    { suffix: '$currency', type: 'char(3)' },
  ],
  value: (field) =>
    z.object(
      { cents: Integer, currency: Currency.default(field.currency) },
      expecting('{"cents", "currency"}'),
    ),
  write: (money) => [money.cents, money.currency],
  read: (column) => sql`case when ${column('')} is not null then
    json_build_object('cents', ${column('')}, 'currency', ${column('$currency')}) end`,
  output: () => z.object({ cents: z.int(), currency: z.string() }).nullable(),
  facets: () => ({ '': amount, cents, currency }),
  index: (column) => ({ method: 'btree', expression: column('') }),
  cell: (cell, field) => {
    const [, number = '', code = field.currency] = /^(.*?)\s*([A-Z]{3})?$/s.exec(cell.trim()) ?? []
    const cents = Math.round(readNumber(number) * 100)
    if (!Number.isSafeInteger(cents)) throw invalid(`expected an amount, received "${cell}"`)
    return { value: { cents: cents + 0, currency: code }, isChecked: true }
  },
  asText: (column) =>
    sql`(${column('')}::numeric / 100)::numeric(20, 2)::text || ' ' || ${column('$currency')}`,
  total: (all) => {
    const [first] = all
    const isMixed = all.some(({ currency }) => currency !== first?.currency)
    const cents = wholeSum(all.map((each) => each.cents))
    return first && !isMixed && cents !== null ? { cents, currency: first.currency } : null
  },
  conversions: {
    MONEY: {},
    INTEGER: {
      using: (old, { to }) => withCurrency(sql`${old('')} * 100`, to.currency),
      fits: (old) => sql`coalesce(abs(${old('')}::numeric) * 100 <= ${LARGEST}::bigint, true)`,
    },
    FLOAT: {
      using: (old, { to }) => withCurrency(sql`round(${old('')} * 100)::bigint`, to.currency),
      fits: (old) => sql`coalesce(abs(${old('')}) <= ${LARGEST}::float8 / 100, true)`,
    },
    STRING: {
      using: (old, { to }) =>
        withCurrency(sql`round(nullif(btrim(${old('')}), '')::numeric * 100)::bigint`, to.currency),
      fits: (old) => sql`case when btrim(${old('')}) <> '' then case when ${isNumberText(old(''))}
        then abs(${old('')}::numeric) * 100 <= ${LARGEST}::bigint else false end else true end`,
    },
  },
})

const withCurrency = (amount: ReturnType<typeof raw>, currency: string) => [
  amount,
  sql`case when ${amount} is not null then ${currency}::char(3) end`,
]

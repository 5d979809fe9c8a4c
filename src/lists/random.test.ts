import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ANN,
  BOB,
  DEAL,
  fields,
  GROUP,
  OTHER_DEAL,
  PHOTO,
  startSample,
  withIndexes,
} from '../../test/list-sample.ts'
import { filterRows } from './filter-rows.ts'
import { ListRequest } from './request.ts'

const sample = await startSample()

/** Few letters, so that random texts match; among them those special in LIKE and JSON. */
const text = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', 'Σ', '%', '_', '\\', '"', ' ', '1', '🙂'),
  maxLength: 4,
})
const number = fc.constantFrom(-3, -1, 0, 0.5, 1, 5, 5.5, 12.5, 60, 1250, 1e10, 2 ** 63)
const whole = fc.constantFrom(-3, 0, 1, 2, 5, 60, 1250)
const time = fc.constantFrom(
  '2026-03-02T09:15:30Z',
  '2026-03-02T12:15:31+03:00',
  '2026-03-02',
  '2026-03-03',
  '1960-01-01',
  '2026-03-02T23:59:59Z',
)
const clock = fc.constantFrom('14:30', '00:00', '14:30:01', '23:59:59')
const id = fc.constantFrom(ANN, BOB, DEAL, OTHER_DEAL, PHOTO, GROUP)
const colour = fc.constantFrom('red', 'blue')
const wholeTime = time.map((each) => (each.length > 10 ? each : `${each}T00:00:00Z`))
const money = fc.record({ cents: whole, currency: fc.constantFrom('EUR', 'USD') })
const reference = fc.record({
  namespace: fc.constant('crm'),
  code: fc.constantFrom('deals', 'leads'),
  id,
})
const role = fc.record({ type: fc.constantFrom('user', 'group'), id })
const name = fc.record({ lastname: text, firstname: text, middlename: text })
const several = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 3 })
const line = text.map((each) => each.trim())

/** For each field: values to store, and literals to compare with. */
const kinds: Record<string, { value: fc.Arbitrary<unknown>; literal: fc.Arbitrary<unknown> }> = {
  __name: { value: text, literal: text },
  code: { value: text, literal: text },
  text: { value: text, literal: text },
  count: { value: whole, literal: number },
  __index: { value: whole, literal: number },
  rate: { value: fc.constantFrom(-3, 0.5, 1e10), literal: number },
  done: { value: fc.boolean(), literal: fc.boolean() },
  at: { value: wholeTime, literal: time },
  day: { value: time, literal: time },
  clock: { value: clock, literal: clock },
  spent: { value: whole, literal: whole },
  colour: { value: several(colour.map((code) => ({ code }))), literal: colour },
  price: { value: money, literal: fc.oneof(money, number) },
  'price.currency': { value: fc.constant(null), literal: fc.constantFrom('EUR', 'USD') },
  phone: {
    value: several(fc.record({ tel: fc.constantFrom('+15', '5 1', '8-800', 'x') })),
    literal: fc.constantFrom('+15', '51', '8', '1 5'),
  },
  email: { value: several(fc.record({ email: line })), literal: line },
  account: { value: several(fc.record({ login: line })), literal: line },
  person: { value: name, literal: fc.oneof(text, name) },
  'person.lastname': { value: fc.constant(null), literal: text },
  owners: { value: several(id), literal: id },
  deals: { value: several(id), literal: id },
  __createdBy: { value: id, literal: id },
  about: { value: several(reference), literal: reference },
  roles: { value: several(role), literal: fc.oneof(role, id) },
  __status: { value: fc.record({ order: whole, status: whole }), literal: whole },
}

const codes = Object.keys(kinds)
const texts = ['__name', 'code', 'text', 'person', 'person.lastname', 'email', 'account', 'colour']
const ranged = ['count', '__index', 'rate', 'at', 'day', 'clock', 'spent', 'price']
const ordered = [
  ...ranged,
  '__name',
  'text',
  'person.lastname',
  'done',
  'price.currency',
  '__createdBy',
]
const literalOf = (code: string) => kinds[code]?.literal ?? fc.constant(null)
const of = (list: string[], make: (code: string) => fc.Arbitrary<object>) =>
  fc.constantFrom(...list).chain(make)
const operand = (value: unknown) => (value === null ? { null: '' } : { const: value })

const equality = of(codes, (code) =>
  fc
    .record({
      op: fc.constantFrom('eq', 'neq', 'in', 'has'),
      literal: fc.option(literalOf(code)),
      isMirrored: fc.boolean(),
    })
    .map(({ op, literal, isMirrored }) => {
      const sides = [{ field: code }, operand(literal)]
      return { [op]: isMirrored ? sides.reverse() : sides }
    }),
)
const order = of(ordered, (code) =>
  fc
    .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), literalOf(code), fc.boolean())
    .map(([op, literal, isMirrored]) => {
      const sides = [{ field: code }, operand(literal)]
      return { [op]: isMirrored ? sides.reverse() : sides }
    }),
)
const membership = of(codes, (code) =>
  fc
    .tuple(fc.constantFrom('in', 'link', 'intersect'), several(fc.option(literalOf(code))))
    .map(([op, list]) => ({ [op]: [{ field: code }, { list }] })),
)
const like = of(texts, (code) =>
  text.map((value) => ({ like: [{ field: code }, { const: value }] })),
)
const range = of(ranged, (code) =>
  fc
    .record({ min: fc.option(literalOf(code)), max: fc.option(literalOf(code)) })
    .map((bounds) => ({ tf: { [code]: bounds } })),
)
const contains = of(['__name', 'text', 'person', 'person.lastname', 'email', 'account'], (code) =>
  text.map((value) => ({ tf: { [code]: value } })),
)
const phone = fc
  .constantFrom('5', '+1', '8', '80', 'x', '')
  .map((value) => ({ tf: { phone: value } }))
const isTrue = fc.option(fc.boolean()).map((value) => ({ tf: { done: value } }))
const relation = fc
  .tuple(
    fc.constantFrom(
      ['count', 'rate'],
      ['count', '__index'],
      ['at', 'day'],
      ['__name', 'text'],
      ['code', 'person.lastname'],
      ['owners', 'deals'],
      ['__createdBy', 'owners'],
      ['email', 'account'],
      ['colour', 'text'],
    ),
    fc.constantFrom('eq', 'neq', 'in'),
    fc.boolean(),
  )
  .map(([pair, op, isMirrored]) => {
    const sides = pair.map((field) => ({ field }))
    return { [op]: isMirrored ? sides.reverse() : sides }
  })

const { filter } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    equality,
    order,
    membership,
    like,
    range,
    contains,
    phone,
    isTrue,
    relation,
    fc.array(tie('filter'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('filter'), { maxLength: 3 }).map((or) => ({ or })),
    tie('filter').map((not) => ({ not })),
  ),
}))

const stored = fields.filter(({ code }) => kinds[code])
const row = fc.record(
  Object.fromEntries(
    stored.map(({ code }) => [code, fc.option(kinds[code]?.value ?? fc.constant(null))]),
  ),
)

test('PostgreSQL and the in-memory filter find the same rows for any filter', async () => {
  const [table] = [sample.table]
  for (const made of fc.sample(row, { numRuns: 60, seed: 7 })) await table.insert(made)
  const everything = (await sample.ask({ size: -1 })).rows

  const check = fc.asyncProperty(filter, async (wanted) => {
    const request = { filter: wanted, size: -1 }
    const inTable = await sample.ask(request)
    const byIndex = await sample.ask(request, indexed)
    expect(byIndex.rows).toEqual(inTable.rows)
    const inMemory = filterRows(everything, ListRequest.parse(request), sample.fields)
    expect(inTable.rows.map(({ __id }) => __id)).toEqual(inMemory.rows.map(({ __id }) => __id))
    expect(inTable.total).toBe(inMemory.total)
  })

  await fc.assert(check, { numRuns: 500 })
})

const sorts = fc.array(
  fc.record(
    {
      field: fc.constantFrom(...ordered, 'person', '__id'),
      ascending: fc.boolean(),
      nulls: fc.constantFrom('first', 'last'),
    },
    { requiredKeys: ['field', 'ascending'] },
  ),
  { minLength: 1, maxLength: 3 },
)

const indexed = withIndexes(sample.source)

test('PostgreSQL and the in-memory sort give the same order', async () => {
  const everything = (await sample.ask({ size: -1 })).rows

  const check = fc.asyncProperty(sorts, async (sortExpressions) => {
    const request = { sortExpressions, size: -1 }
    const inTable = await sample.ask(request)
    const inMemory = filterRows(everything, ListRequest.parse(request), sample.fields)
    expect(inTable.rows.map(({ __id }) => __id)).toEqual(inMemory.rows.map(({ __id }) => __id))
  })

  await fc.assert(check, { numRuns: 60 })
})

test('pages by cursor add up to the whole list, in every order', async () => {
  const check = fc.asyncProperty(sorts, fc.integer({ min: 1, max: 40 }), async (order, size) => {
    const request = { sortExpressions: order, fields: { __name: true } }
    const whole = (await sample.ask({ ...request, size: -1 })).rows
    for (const source of [sample.source, indexed]) {
      const pages: typeof whole = []
      let after: string | null | undefined = ''
      while (typeof after === 'string' && pages.length <= whole.length) {
        const page = await sample.ask({ ...request, size, after, total: false }, source)
        pages.push(...page.rows)
        after = page.after
      }
      expect(pages).toEqual(whole)
    }
    const from = Math.min(size, whole.length)
    const later = await sample.ask({ ...request, from, size }, indexed)
    expect(later.rows).toEqual(whole.slice(from, from + size))
  })

  await fc.assert(check, { numRuns: 60 })
})

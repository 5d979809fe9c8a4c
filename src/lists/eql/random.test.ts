import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds, type World } from '../../../test/eql-oracle.ts'
import { field } from '../../../test/field-table.ts'
import { ANN, BOB, DEAL, LEAD, OTHER_DEAL, startSample } from '../../../test/list-sample.ts'
import { columnsNamed, fieldsOf, type Source } from '../source.ts'
import { parseEql } from './parse.ts'

const now = new Date('2026-03-02T10:00:00Z')
const sample = await startSample()

const dealFields = [
  field('STRING', {}, 'title'),
  field('INTEGER', {}, 'sum'),
  field('SYS_USER', {}, 'owner'),
  field('SYS_COLLECTION', { app: 'crm/deals', single: false }, 'above'),
  field('DATETIME', {}, '__deletedAt'),
]
const deals = await sample.makeTable(dealFields)
const dealRows = [
  { __id: DEAL, title: 'a', sum: 1, owner: [ANN], above: null, __deletedAt: null },
  { __id: OTHER_DEAL, title: 'Ba', sum: 5, owner: null, above: [DEAL, LEAD], __deletedAt: null },
  { __id: LEAD, title: null, sum: null, owner: [BOB], above: [], __deletedAt: null },
  { __id: ANN, title: '', sum: -3, owner: [BOB], above: [OTHER_DEAL], __deletedAt: null },
  {
    __id: BOB,
    title: 'a',
    sum: 5,
    owner: [ANN],
    above: [DEAL],
    __deletedAt: '2026-01-01T00:00:00Z',
  },
]
for (const { __id, ...row } of dealRows) await deals.insert(row, __id)

const dealsSource: Source = {
  table: deals.name,
  columns: new Map([
    ['__id', { field: field('ID', {}, '__id'), columns: columnsNamed('id') }],
    ...dealFields.map(
      (each) => [each.code, { field: each, columns: columnsNamed(each.code) }] as const,
    ),
  ]),
  where: [],
  order: [],
}
const source: Source = {
  ...sample.source,
  asked: { by: ANN, at: now },
  related: {
    fieldsOf: (name) => (name === 'crm/deals' ? fieldsOf(dealsSource.columns) : undefined),
    open: async () => dealsSource,
  },
}
const world: World = {
  rows: { 'crm/deals': dealRows },
  links: { deals: 'crm/deals', above: 'crm/deals' },
  user: ANN,
  now,
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', 'Σ', '%', '_', "'", ' '),
  maxLength: 3,
})
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const text = letters.map(quoted)
const pattern = fc
  .string({
    unit: fc.constantFrom('a', 'B', 'Σ', '%', '_', '\\%', '\\_', '\\\\', '"'),
    maxLength: 4,
  })
  .map(quoted)
const number = fc.constantFrom(
  '-3',
  '0',
  '0.5',
  '1',
  '5',
  '60',
  '10000000000',
  '123456789012345678901',
)
const id = fc.constantFrom(ANN, BOB, DEAL, OTHER_DEAL, LEAD).map(quoted)
const user = fc.oneof(id, fc.constant('CurrentUser()'))
const time = fc.constantFrom(
  'Datetime(2026)',
  'Datetime(2026, 3)',
  'datetime(2026, 3, 2)',
  'Datetime(2026, 3, 2, 9)',
  'Datetime(2026, 3, 2, 9, 15, 30)',
  'Datetime(1960, 1)',
  "Datetime('Today')",
)
const period = fc.constantFrom(
  "RelativeDatetime('-1d','0d')",
  "RelativeDatetime('0d','1d')",
  "RelativeDatetime('-1q')",
  "RelativeDatetime('-1q','0q')",
  "RelativeDatetime('0w')",
  "RelativeDatetime('-1m','-1d')",
  "RelativeDatetime('-67y','-1h')",
)
const equality = fc.constantFrom('=', '<>')
const order = fc.constantFrom('=', '<>', '<', '<=', '>', '>=')
const joined = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((pieces) => pieces.join(' '))
const listOf = (of: fc.Arbitrary<string>) =>
  fc
    .array(fc.oneof({ weight: 5, arbitrary: of }, { weight: 1, arbitrary: fc.constant('null') }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((all) => `(${all.join(', ')})`)

/** Conditions about one kind of properties. */
const about = (
  properties: string[],
  literal: fc.Arbitrary<string>,
  operator: fc.Arbitrary<string>,
) => {
  const property = fc.constantFrom(...properties)
  return [
    joined(property, operator, literal),
    joined(literal, operator, property),
    joined(property, 'in', listOf(literal)),
    joined(property, 'is null'),
    joined(property, operator, 'null'),
    joined(property, operator, property),
  ]
}

const textProperties = ['[__name]', '[text]', '[person.lastname]', '[code]']
const own = [
  ...about([...textProperties, '[deals.title]', '[deals.above.title]'], text, equality),
  ...about(
    ['[count]', '[__index]', '[rate]', '[deals.sum]', '[deals.above.sum]', '[__status]'],
    number,
    order,
  ),
  ...about(['[at]', '[day]'], time, order),
  ...about(['[owners]', '[deals.owner]', '[__createdBy]'], user, equality),
  ...about(['[deals]', '[deals.__id]', '[deals.above]'], id, equality),
  ...about(['[colour]'], fc.constantFrom("'red'", "'blue'"), equality),
  joined('[done] =', fc.constantFrom('true', 'FALSE')),
  joined(fc.constantFrom('[at]', '[day]'), fc.oneof(fc.constant('in'), order), period),
  joined(fc.constantFrom(...textProperties, '[deals.title]', '[email]'), 'like', text),
  joined(fc.constantFrom(...textProperties, '[deals.above.title]'), 'LIKEF', pattern),
  joined(
    'Count(',
    fc.constantFrom('[deals]', '[colour]', '[owners]', '[count]', '[text]'),
    ')',
    order,
    fc.constantFrom('0', '1', '2', '[count]', 'Count([deals])'),
  ),
]

/** Inside a sub-query; its parent has numbers in this property. */
const inside = (parentNumber: string) => [
  ...about(['[sum]', parentNumber, '[above.sum]'], number, order),
  ...about(['[title]', '[above.title]'], text, equality),
  ...about(['[owner]'], user, equality),
  joined('[sum]', order, 'root.[count]'),
  joined('[owner]', equality, 'root.[owners]'),
  joined('[__id]', equality, 'root.[deals]'),
  joined('[title]', equality, 'root.[__name]'),
]

const combined = (leaves: fc.Arbitrary<string>[]) =>
  fc.letrec<{ query: string }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      ...leaves,
      joined('(', tie('query'), fc.constantFrom('and', 'OR'), tie('query'), ')'),
      joined('not', '(', tie('query'), ')'),
    ),
  })).query

const deepest = joined(
  '[__id] in (select [above] from [crm.deals] where',
  combined([...inside('parent.[sum]'), fc.constant('[above] = parent.[__id]')]),
  ')',
)
const middle = combined([...inside('parent.[count]'), deepest])
const select = (property: string, where: fc.Arbitrary<string>) =>
  fc.oneof(
    joined(`(select ${property} from [crm.deals] where`, where, ')'),
    joined(`(from [crm.deals] select ${property} where`, where, ')'),
    fc.constant(`(select ${property} from [crm.deals])`),
  )
const subqueries = [
  joined('[deals] in', select('[__id]', middle)),
  joined('[deals] in', select('[above]', middle)),
  joined('[count] in', select('[sum]', middle)),
  joined('[__createdBy] in', select('[owner]', middle)),
  joined('[owners] in', select('[above.owner]', middle)),
  joined('[__name] in', select('[title]', middle)),
  joined('CurrentUser() in', select('[owner]', middle)),
  joined('Count', select('[__id]', middle), order, fc.constantFrom('0', '1', '3', '[count]')),
  joined('count(from [crm.deals] where', middle, ')', order, fc.constantFrom('0', '1', '[count]')),
]
const query = combined([...own, ...own, ...subqueries])

const ids = fc.subarray([ANN, BOB, DEAL, OTHER_DEAL, LEAD])
const moment = fc.constantFrom(
  '2026-03-02T09:15:30Z',
  '2026-03-02T10:00:00Z',
  '2026-02-28T23:59:59Z',
  '1960-01-01T00:00:00Z',
)
const row = fc.record({
  __name: fc.option(letters),
  text: fc.option(letters),
  code: fc.option(letters),
  person: fc.option(fc.record({ lastname: letters })),
  count: fc.option(fc.constantFrom(-3, 0, 1, 3, 5)),
  __index: fc.option(fc.constantFrom(0, 1, 5)),
  rate: fc.option(fc.constantFrom(-3, 0.5, 5)),
  done: fc.option(fc.boolean()),
  at: fc.option(moment),
  day: fc.option(moment),
  owners: fc.option(ids),
  deals: fc.option(ids),
  __createdBy: fc.option(fc.constantFrom(ANN, BOB)),
  colour: fc.option(fc.subarray([{ code: 'red' }, { code: 'blue' }])),
  __status: fc.option(fc.constantFrom({ order: 0, status: 1 }, { order: 1, status: 5 })),
})

test('queries give the same result as a simple reference implementation', async () => {
  for (const made of fc.sample(row, { numRuns: 30, seed: 7 })) await sample.table.insert(made)
  const everything = (await sample.ask({ size: -1 })).rows
  const check = fc.asyncProperty(query, async (text) => {
    const parsed = parseEql(text)
    const { rows } = await sample.ask({ filter: { eql: { query: text } }, size: -1 }, source)
    const expected = everything.filter((row) => holds(parsed, row, world))
    expect(rows.map(({ __name, __id }) => [__name, __id])).toEqual(
      expected.map(({ __name, __id }) => [__name, __id]),
    )
  })

  await fc.assert(check, { numRuns: 3000 })
})

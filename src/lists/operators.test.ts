import { expect, test } from 'vitest'
import { ANN, DEAL, LEAD, OTHER_DEAL, startSample } from '../../test/list-sample.ts'

const { ask, source } = await startSample()

const found = async (filter: object) =>
  (await ask({ filter })).rows.map(({ __name }) => __name).join(' ')

const first = 'first'
const second = 'Second'
const both = 'first Second'
const rest = 'third fourth'
const all = 'first Second third fourth'

const f = (field: string) => ({ field })
const c = (value: unknown) => ({ const: value })
const list = (...values: unknown[]) => ({ list: values })
const none = { null: '' }

/** The condition and logic operations of the contract. */
const operations: [filter: object, expected: string][] = [
  [{ eq: [f('__name'), c('first')] }, first],
  [{ eq: [f('__name'), c('FIRST')] }, ''],
  [{ eq: [c(5), f('count')] }, first],
  [{ eq: [f('count'), 5] }, first],
  [{ eq: [f('count'), c(5.5)] }, ''],
  [{ eq: [f('text'), c('')] }, 'third'],
  [{ eq: [f('text'), none] }, rest],
  [{ eq: [f('at'), null] }, rest],
  [{ eq: [none, f('at')] }, rest],
  [{ eq: [f('at'), c('2026-03-02T09:15:30.7Z')] }, first],
  [{ eq: [f('at'), c('2026-03-02')] }, first],
  [{ eq: [f('at'), c('0001-01-01T00:00:00Z')] }, rest],
  [{ eq: [f('day'), c('2026-03-02')] }, first],
  [{ eq: [f('day'), c('2026-03-02T10:00:00Z')] }, ''],
  [{ eq: [f('clock'), c('14:30')] }, first],
  [{ eq: [f('done'), c(false)] }, second],
  [{ eq: [f('colour'), c('blue')] }, second],
  [{ eq: [f('colour'), c([{ code: 'blue' }])] }, second],
  [{ eq: [f('__status'), c(1)] }, first],
  [{ eq: [f('__status.order'), c(3)] }, second],
  [{ eq: [f('price'), c({ cents: 1250, currency: 'USD' })] }, second],
  [{ eq: [f('price'), c({ cents: 1250, currency: '\u0000' })] }, ''],
  [{ eq: [f('price'), c({ cents: 1251, currency: 'USD' })] }, ''],
  [{ eq: [f('price'), c({ cents: 1250 })] }, both],
  [{ eq: [f('price'), c(12.5)] }, both],
  [{ eq: [f('price.currency'), c('EUR')] }, first],
  [{ eq: [f('person.lastname'), c('Lind')] }, first],
  [{ eq: [f('person'), c('Berg Bo Lindsay')] }, second],
  [{ eq: [f('person'), c({ lastname: 'Berg', firstname: 'Bo' })] }, second],
  [{ eq: [f('phone'), c('+1 555 010 0200')] }, first],
  [{ eq: [f('phone.type'), c('home')] }, first],
  [{ eq: [f('email'), c('b2@firm.example')] }, second],
  [{ eq: [f('owners'), c(ANN)] }, both],
  [{ eq: [f('about'), c({ namespace: 'crm', code: 'deals', id: DEAL })] }, first],
  [{ eq: [f('lines'), none] }, rest],
  [{ eq: [f('__id'), f('__id')] }, all],
  [{ eq: [f('photo'), f('files')] }, both],
  [{ eq: [f('deals'), f('files')] }, first],
  [{ eq: [f('__createdBy'), f('owners')] }, both],
  [{ neq: [f('count'), c(5)] }, 'Second third fourth'],
  [{ neq: [f('count'), none] }, both],
  [{ neq: [f('colour'), c('blue')] }, 'first third fourth'],
  [{ gt: [f('count'), c(-3)] }, first],
  [{ gte: [f('count'), c(-3)] }, both],
  [{ lt: [f('count'), c(5)] }, second],
  [{ lte: [f('count'), c(5)] }, both],
  [{ gt: [c(5), f('count')] }, second],
  [{ lte: [c(5), f('count')] }, first],
  [{ gt: [f('count'), f('rate')] }, first],
  [{ gt: [f('count'), none] }, ''],
  [{ gt: [f('at'), c('2026-03-02')] }, second],
  [{ gte: [f('at'), c('2026-03-02')] }, both],
  [{ lt: [f('at'), c('2026-03-02T09:15:31Z')] }, first],
  [{ lte: [f('at'), c('2026-03-02')] }, first],
  [{ lt: [f('day'), f('at')] }, both],
  [{ gt: [f('price'), c({ cents: 1249, currency: 'EUR' })] }, both],
  [{ lt: [f('__name'), c('g')] }, 'first fourth'],
  [{ gte: [f('__name'), c('second')] }, 'Second third'],
  [{ gt: [f('done'), c(false)] }, first],
  [{ like: [f('__name'), c('IR')] }, 'first third'],
  [{ like: [f('text'), c('gr%e')] }, both],
  [{ like: [f('text'), c('gr_sse')] }, second],
  [{ like: [f('text'), c('\\')] }, first],
  [{ like: [f('text'), c('')] }, all],
  [{ like: [f('email'), c('b%firm')] }, second],
  [{ like: [f('email'), c('bob%firm')] }, ''],
  [{ like: [f('phone'), c('555 01')] }, first],
  [{ like: [f('person.middlename'), c('LIND')] }, second],
  [{ in: [f('__status'), list(1, 3)] }, first],
  [{ in: [c(`${source.columns.size}`), f('__name')] }, ''],
  [{ in: [c('first'), f('__name')] }, first],
  [{ in: [f('count'), list(5, -3, 5.5)] }, both],
  [{ in: [f('count'), list(5, null)] }, 'first third fourth'],
  [{ in: [f('count'), list()] }, ''],
  [{ in: [f('at'), list('2026-03-02', '2026-03-03T00:00:00Z')] }, both],
  [{ in: [f('day'), list('2026-03-02')] }, first],
  [{ in: [f('clock'), list('00:00', '1:00')] }, second],
  [{ in: [f('price'), list(12.5)] }, both],
  [{ in: [f('price'), list({ cents: 1250, currency: 'EUR' }, 99)] }, first],
  [{ in: [c(ANN), f('owners')] }, both],
  [{ in: [f('about'), list({ namespace: 'crm', code: 'leads', id: LEAD })] }, second],
  [{ in: [f('person'), list({ lastname: 'Lind' }, 'Berg Bo Lindsay')] }, both],
  [{ in: [f('__createdBy'), f('owners')] }, both],
  [{ link: [f('deals'), list(DEAL)] }, first],
  [{ has: [f('deals'), c(OTHER_DEAL)] }, both],
  [{ intersect: [f('deals'), list(DEAL, LEAD)] }, first],
  [{ and: [] }, all],
  [{ or: [] }, ''],
  [{ not: {} }, ''],
  [{ not: { tf: { done: true } } }, 'Second third fourth'],
  [{ not: [{ gt: [f('count'), c(0)] }] }, 'Second third fourth'],
  [{ not: { and: [{ gt: [f('count'), c(0)] }, { tf: { __name: 'i' } }] } }, 'Second third fourth'],
  [{ not: { not: { gt: [f('count'), c(0)] } } }, first],
  [
    { and: [{ tf: { __name: 'i' } }, { or: [{ tf: { done: true } }, { eq: [f('at'), none] }] }] },
    'first third',
  ],
  [{ tf: { __name: 'i' }, gt: [f('count'), c(0)] }, first],
  [[], all],
]

test.each(operations)('%j finds %s', async (filter, expected) => {
  expect(await found(filter)).toBe(expected)
})

const refused: [filter: object, message: string][] = [
  [{ eq: [f('count')] }, 'filter eq: expected 2 operands, received 1'],
  [{ eq: [f('count'), c(1), c(2)] }, 'filter eq: expected 2 operands, received 3'],
  [{ eq: f('count') }, 'filter eq: expected a list, received object'],
  [{ eq: [c(1), c(1)] }, 'filter eq: one of the two operands must be a field'],
  [{ eq: [f('count'), { value: 1 }] }, 'filter eq: expected an operand {"field": …}'],
  [{ eq: [f('count'), {}] }, 'filter eq: expected an operand'],
  [{ eq: [{ field: 5 }, c(1)] }, 'filter eq: expected the code of a field'],
  [{ eq: [f('nothing'), c(1)] }, 'unknown field "nothing"'],
  [{ eq: [f('count'), c('5')] }, 'filter on "count": expected a number, received string'],
  [
    { eq: [f('count'), f('text')] },
    'filter on "count": expected to be compared with another field',
  ],
  [{ eq: [f('about'), f('roles')] }, 'expected to be compared'],
  [
    { eq: [f('colour'), list('red', 'blue')] },
    'filter on "colour": expected the code of an option, received array',
  ],
  [{ eq: [f('text'), c('\ud800')] }, 'filter on "text": expected text'],
  [{ eq: [f('person'), c({})] }, 'filter on "person": expected text, received object'],
  [{ eq: [f('person'), c({ lastname: '\ud800' })] }, 'filter on "person": expected text'],
  [{ gt: [f('colour'), c('red')] }, 'filter gt: "colour" has no order'],
  [{ gt: [f('lines'), c(1)] }, 'filter gt: "lines" has no order'],
  [{ like: [f('count'), c('5')] }, 'filter like: "count" is not text'],
  [{ like: [c('x'), f('text')] }, 'filter like: expected a field and then a text'],
  [{ in: [f('count'), { list: 5 }] }, 'filter in: expected a list of values'],
  [{ in: [f('owners'), list('x')] }, 'filter on "owners": expected an id'],
  [{ between: [f('count'), c(1)] }, 'unknown filter operation "between"'],
  [{ nothing: 'x' }, 'unknown filter operation "nothing"'],
  [{ and: {} }, 'filter and: expected a list, received object'],
  [{ and: ['x'] }, 'filter: expected an object, received string'],
  [{ not: [{}, {}] }, 'filter not: expected one filter, received 2'],
  [{ not: 'x' }, 'filter: expected an object, received string'],
  [
    { eql: { query: '[count] == 5' } },
    'eql: unknown operator "==", expected = <> < <= > >= like likef in is, and, or, not at position 9',
  ],
  [{ eql: '[count] = 5' }, 'filter eql: expected {"query": text}'],
]

test.each(refused)('%j is refused', async (filter, message) => {
  await expect(found(filter)).rejects.toMatchObject({ code: 'invalid' })
  await expect(found(filter)).rejects.toThrow(message)
})

const nested = (depth: number) => {
  let filter: object = { tf: {} }
  for (let at = 1; at < depth; at++) filter = { and: [filter] }
  return filter
}

test('a filter has limits for depth, conditions and values', async () => {
  const many = (count: number) => ({
    or: Array.from({ length: count }, () => ({ tf: { code: 'x' } })),
  })
  const values = (count: number) => ({ in: [f('count'), list(...Array(count).fill(5))] })

  expect(await found(nested(32))).toBe(all)
  expect(await found(many(499))).toBe('')
  expect(await found(values(10_000))).toBe(first)
  await expect(found(nested(33))).rejects.toThrow('nested deeper than 32 levels')
  await expect(found(nested(10_000))).rejects.toThrow('nested deeper than 32 levels')
  await expect(found(many(500))).rejects.toThrow('more than 1000 conditions')
  await expect(found(values(10_001))).rejects.toThrow('lists more than 10000 values')
})

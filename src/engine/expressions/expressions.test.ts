import { expect, test } from 'vitest'
import { compileCondition, expressions } from './expression.ts'

const values = {
  amount: 15,
  price: { cents: 500, currency: 'EUR' },
  level: [{ code: 'high', name: 'High' }],
  people: ['ann', 'bob'],
  name: 'Order 17',
  paid: true,
}

test.each([
  ['amount * 2 == 30', true],
  ['amount % 2 == 1', true],
  ['size(people) + 1 == 3', true],
  ['people.size() > 1', true],
  ['people[0] == "ann"', true],
  ['level.exists(l, l.code == "high")', true],
  ['people.exists_one(p, p == "bob")', true],
  ['price.cents >= 500 && paid', true],
  ['missing == null', true],
  ['missing', false],
  ['name.startsWith("Order") && !(amount < 10)', true],
  ['name.matches("^Order [0-9]+$")', true],
  [`$${'{amount > 10}'}`, true],
  ['{"eq":[{"field":"price"},{"const":500}]}', true],
  ['{"eq":[{"field":"level"},{"const":"high"}]}', true],
  [
    '{"and":[{"gt":[{"field":"amount"},{"const":10}]},{"lte":[{"field":"price.cents"},{"const":500}]}]}',
    true,
  ],
  [
    '{"or":[{"lt":[{"field":"amount"},{"const":1}]},{"like":[{"field":"name"},{"const":"ORDER"}]}]}',
    true,
  ],
  ['{"not":{"in":[{"field":"amount"},{"list":[1,15]}]}}', false],
  ['{"link":[{"field":"people"},{"list":["bob"]}]}', true],
  ['{"eq":[{"field":"missing"},{"null":""}]}', true],
  ['{"neq":[{"field":"missing"},{"const":1}]}', true],
  ['{"gte":[{"field":"missing"},{"const":1}]}', false],
])('%s is %s', (text, result) => {
  expect(expressions().holds(text, values)).toBe(result)
})

test.each([
  ['amount', '"amount" is 15, expected true or false'],
  ['missing > 5', '"missing > 5" cannot be evaluated'],
  ['name > 5', '"name > 5" cannot be evaluated'],
  ['{"gt":[{"field":"name"},{"const":5}]}', 'cannot be compared'],
  ['amount ==', 'cannot be evaluated'],
  ['constructor.constructor("return 1")()', 'cannot be evaluated'],
])('%s cannot be evaluated', (text, message) => {
  expect(() => expressions().holds(text, values)).toThrow(message)
})

test('results are plain JSON', () => {
  const { value } = expressions()

  expect(value('[1, 2, size(people)]', values)).toEqual([1, 2, 2])
  expect(value('{"sum": amount + 1, "who": people}', values)).toEqual({
    sum: 16,
    who: ['ann', 'bob'],
  })
  expect(value('people.map(p, p + "!")', values)).toEqual(['ann!', 'bob!'])
})

test('a pattern that backtracks exponentially elsewhere is evaluated in linear time', () => {
  const text = `${'a'.repeat(40)}!`

  expect(expressions().holds('text.matches("^(a+)+$")', { text })).toBe(false)
})

test('a text or a list that doubles itself stops growing before the memory is full', () => {
  const { value } = expressions()
  const grow = (start: unknown) => {
    let all = start
    for (let times = 0; times < 40; times++) all = value('all + all', { all })
  }

  expect(() => grow('abc')).toThrow('the result is too large')
  expect(() => grow(Array(400_000).fill(1))).toThrow('the result is too large')
})

test('a pattern that cannot be read is known before anything is evaluated, and fails where it is asked', () => {
  expect(compileCondition('text.matches("(")').badPattern).toBe('(')
  const either = compileCondition('text == "" || text.matches("[a-")')
  expect([either.badPattern, either.evaluate({ text: '' })]).toEqual(['[a-', true])
  expect(() => either.evaluate({ text: 'a' })).toThrow()
  const asked = compileCondition('text.matches(pattern)')
  expect([asked.names, asked.badPattern]).toEqual([['text', 'pattern'], undefined])
})

import { describe, expect, test } from 'vitest'
import { checkDecisions } from './check.ts'
import { decided, dmn, input, literal, needs, table } from './dmn.ts'
import { prepareModel } from './evaluate.ts'
import { readDecisions } from './read.ts'

async function ready(xml: string) {
  const { model, problems } = await readDecisions(xml)
  expect(problems).toEqual([])
  if (!model) throw new Error('no model')
  const prepared = prepareModel(model)
  expect(prepared.problems).toEqual([])
  return prepared
}

const LEVELS: [string[], string[]][] = [
  [['> 10'], ['"high"']],
  [['> 5'], ['"medium"']],
  [['> 0'], ['"low"']],
]
const POINTS: [string[], string[]][] = [
  [['> 10'], ['7']],
  [['> 5'], ['3']],
  [['> 0'], ['2']],
]
const ORDER = ['="medium","high","low"']

describe('hit policies', () => {
  test.each<[string, string[], [string[], string[]][], number, unknown, number[]]>([
    [
      'UNIQUE',
      [''],
      [
        [['> 5'], ['"yes"']],
        [['<= 5'], ['"no"']],
      ],
      9,
      'yes',
      [1],
    ],
    ['UNIQUE', [''], [[['> 5'], ['"yes"']]], 1, null, []],
    ['FIRST', [''], LEVELS, 11, 'high', [1]],
    ['FIRST', [''], LEVELS, 6, 'medium', [2]],
    [
      'ANY',
      [''],
      [
        [['> 0'], ['"yes"']],
        [['> 5'], ['"yes"']],
      ],
      9,
      'yes',
      [1, 2],
    ],
    ['PRIORITY', ORDER, LEVELS, 11, 'medium', [2]],
    ['PRIORITY', ORDER, LEVELS, 1, 'low', [3]],
    ['OUTPUT ORDER', ORDER, LEVELS, 11, ['medium', 'high', 'low'], [2, 1, 3]],
    ['RULE ORDER', [''], LEVELS, 11, ['high', 'medium', 'low'], [1, 2, 3]],
    ['RULE ORDER', [''], LEVELS, -1, [], []],
    ['COLLECT', [''], LEVELS, 6, ['medium', 'low'], [2, 3]],
    ['COLLECT/SUM', [''], POINTS, 11, 12, [1, 2, 3]],
    ['COLLECT/MIN', [''], POINTS, 11, 2, [1, 2, 3]],
    ['COLLECT/MAX', [''], POINTS, 11, 7, [1, 2, 3]],
    ['COLLECT/COUNT', [''], LEVELS, 11, 3, [1, 2, 3]],
    ['COLLECT/COUNT', [''], LEVELS, -1, 0, []],
    ['COLLECT/SUM', [''], POINTS, -1, null, []],
    [
      'FIRST',
      ['level', 'days'],
      [[['> 5'], ['"high"', 'a * 2']]],
      6,
      { level: 'high', days: 12 },
      [1],
    ],
  ])('%s of %j with %j for %d is %j', async (policy, outputs, rules, a, value, fired) => {
    const { evaluate } = await ready(decided(table({ policy, outputs, rules })))

    const answer = evaluate('x', { a })

    expect(answer.value).toEqual(value)
    expect(answer.made[0]?.tables[0]?.rules.map(({ number }) => number)).toEqual(fired)
  })

  test.each([
    ['UNIQUE', LEVELS, 'x: only one rule may hold, but rules 1, 2, 3 do'],
    ['ANY', LEVELS, 'x: rules 1, 2, 3 hold and do not agree'],
    ['COLLECT/SUM', LEVELS, 'x: SUM needs numbers, but a rule gave something else'],
  ])('%s without an answer says so', async (policy, rules, message) => {
    const { evaluate } = await ready(decided(table({ policy, rules })))

    expect(() => evaluate('x', { a: 11 })).toThrow(message)
  })
})

describe('cells', () => {
  test.each<[string, unknown, boolean]>([
    ['-', 5, true],
    ['', 5, true],
    ['5', 5, true],
    ['5', 6, false],
    ['5, 6', 6, true],
    ['not(5, 6)', 6, false],
    ['not(5, 6)', 7, true],
    ['"a", "b"', 'b', true],
    ['< 5', 4, true],
    ['>= 5', 5, true],
    ['!= 5', 5, false],
    ['[1..5]', 5, true],
    ['[1..5)', 5, false],
    [']1..5]', 1, false],
    ['(1..5)', 2, true],
    ['< 2, > 8', 9, true],
    ['true', true, true],
    ['true', false, false],
    ['false', false, true],
    ['not(true)', false, true],
    ['null', null, true],
    ['null', 1, false],
    ['not(null)', 1, true],
    ['b', 3, true],
    ['> b', 4, true],
    ['? > b', 4, true],
    ['? > b and ? < 9', 10, false],
    ['contains(?, "or")', 'order', true],
    ['"x", contains(?, "or")', 'order', true],
    ['[1, 2]', 2, true],
    ['> 5', null, false],
    ['> 5', 'text', false],
  ])('%j for %j is %j', async (cell, a, isHit) => {
    const rules: [string[], string[]][] = [[[cell], ['"hit"']]]
    const { evaluate } = await ready(decided(table({ policy: 'FIRST', rules })))

    expect(evaluate('x', { a, b: 3 }).value).toBe(isHit ? 'hit' : null)
  })
})

describe('FEEL', () => {
  test.each<[string, unknown]>([
    ['1 + 2 * 3 ** 2', 19],
    ['if a > 10 then "much" else "little"', 'much'],
    ['for i in 1..3 return i * a', [11, 22, 33]],
    ['some i in b satisfies i > 2', true],
    ['every i in b satisfies i > 2', false],
    ['b[item > 1]', [2, 3]],
    ['sum(b) / count(b)', 2],
    ['{ twice: a * 2, more: twice + 1 }.more', 23],
    ['(function(n) n + a)(1)', 12],
    ['date("2026-01-31") + duration("P1M")', '2026-02-28'],
    ['date("2026-01-02") - date("2026-01-01")', 'P1D'],
    ['date and time("2026-01-01T10:00:00") < date and time("2026-01-01T11:00:00")', true],
    ['upper case(substring("kontor", 1, 3))', 'KON'],
    ['string join(["a", "b"], "-")', 'a-b'],
    ['a between 1 and 20', true],
    ['a in [1..20]', true],
    ['null + 1', null],
    ['a instance of number', true],
    ['[1, 2, 3][-1]', 3],
    ['sort([3, 1, 2], function(x, y) x < y)', [1, 2, 3]],
    ['get value({ k: 5 }, "k")', 5],
    ['decimal(10 / 3, 2)', 3.33],
    ['not(a = 11)', false],
    ['1 / 0', null],
  ])('%s is %j', async (text, value) => {
    const { evaluate } = await ready(decided(literal(text)))

    expect(evaluate('x', { a: 11, b: [1, 2, 3] }).value).toEqual(value)
  })
})

test.each(['20151101/dmn.xsd', '20180521', '20191111', '20211108', '20230324'])(
  'reads the namespace %s',
  async (version) => {
    const xml = decided(literal('a'), version).replace('dmn.xsd/MODEL/', 'dmn.xsd')

    expect((await ready(xml)).evaluate('x', { a: 1 }).value).toBe(1)
  },
)

test('decisions use each other, functions and boxed expressions', async () => {
  const { evaluate } = await ready(
    dmn(`<itemDefinition name="day"><typeRef>date</typeRef></itemDefinition>
${input('birth day', 'day')}${input('amounts', 'number')}
<businessKnowledgeModel id="b" name="twice"><variable name="twice"/>
  <encapsulatedLogic><formalParameter name="n" typeRef="number"/>${literal('n * 2')}</encapsulatedLogic>
</businessKnowledgeModel>
<decision id="year" name="the year"><variable name="the year"/>${needs('in_birth_day')}${literal('birth day.year')}</decision>
<decision id="all" name="all"><variable name="all"/>${needs('year', 'in_amounts')}
  <knowledgeRequirement><requiredKnowledge href="#b"/></knowledgeRequirement>
  <context>
    <contextEntry><variable name="total"/>${literal('sum(amounts)')}</contextEntry>
    <contextEntry><variable name="doubled"/><invocation>${literal('twice')}<binding><parameter name="n"/>${literal('total')}</binding></invocation></contextEntry>
    <contextEntry><variable name="rows"/><relation><column name="k"/><row>${literal('the year')}</row></relation></contextEntry>
    <contextEntry><variable name="list"/><list>${literal('1')}${literal('twice(2)')}</list></contextEntry>
  </context>
</decision>`),
  )

  const { value, made } = evaluate('all', { 'birth day': '1990-05-01', amounts: [1, 2] })

  expect(value).toEqual({ total: 3, doubled: 6, rows: [{ k: 1990 }], list: [1, 4] })
  expect(made.map(({ name }) => name)).toEqual(['the year', 'all'])
})

test('names that are not there are told', async () => {
  const { evaluate } = await ready(decided(literal('amuont + 1')))

  expect(evaluate('x', { a: 1 }).warnings).toContain("Variable 'amuont' not found")
})

test('a value of another type is refused by name', async () => {
  const { evaluate } = await ready(
    dmn(
      `${input('when', 'date')}<decision id="x" name="x">${needs('in_when')}${literal('when')}</decision>`,
    ),
  )

  expect(() => evaluate('x', { when: 'soon' })).toThrow('when: "soon" is not a date')
})

test.each([
  ['no XML', 'hello', 'this is not DMN XML'],
  ['an expression', decided(literal('1 +')), 'x: "1 +" cannot be read'],
  ['a cell', decided(table({ rules: [[['> '], ['1']]] })), '">" cannot be read'],
  ['a row', decided(table({ rules: [[['1', '2'], ['1']]] })), 'does not have one cell'],
  [
    'a language',
    decided('<literalExpression expressionLanguage="java"><text>1</text></literalExpression>'),
    'in FEEL, not java',
  ],
  ['PRIORITY', decided(table({ policy: 'PRIORITY', rules: [] })), 'needs the output values'],
  ['an aggregation', decided(table({ policy: 'FIRST/SUM', rules: [] })), 'only COLLECT aggregates'],
  ['no logic', decided(''), 'it has no expression'],
  [
    'a circle',
    dmn(`<decision id="x" name="x">${needs('x')}${literal('1')}</decision>`),
    'it requires itself',
  ],
  [
    'a gap',
    dmn(`<decision id="x" name="x">${needs('y')}${literal('1')}</decision>`),
    'requires "y", which is not there',
  ],
  [
    'two ends',
    dmn(
      ['x', 'y']
        .map((id) => `<decision id="${id}" name="${id}">${literal('1')}</decision>`)
        .join(''),
    ),
    'both needed by no other',
  ],
])('%s that cannot work is a problem', async (_, xml, message) => {
  const { problems } = await checkDecisions(xml, {})

  expect(problems.map((each) => `${each.element}: ${each.message}`).join('\n')).toContain(message)
})

test('problems have their place, and cases say what went wrong', async () => {
  const xml = decided(
    table({
      policy: 'FIRST',
      rules: [
        [['1'], ['"one"']],
        [['2'], ['"two"']],
      ],
    }),
  )
  const broken = xml.replace('"two"', '"two')
  const cases = [
    { given: { a: 1 }, expect: 'one', rules: [1] },
    { given: { a: 2 }, expect: 'one' },
    { given: { a: 3 }, expect: 'two' },
    { given: { a: 2 }, expect: 'two', rules: [1] },
  ]

  expect((await checkDecisions(broken, { cases })).problems).toMatchObject([
    { element: 'r2', line: 6, column: 1 },
  ])
  expect((await checkDecisions(xml, { cases })).failures).toEqual([
    { at: 1, message: 'expected "one", got "two" by rule 2' },
    { at: 2, message: 'expected "two", got null: no rule holds' },
    { at: 3, message: 'expected the rules 1, but 2 fired' },
  ])
})

test('a function that calls itself for ever is stopped', async () => {
  const { evaluate } = await ready(decided(literal('(function(f) f(f))(function(f) f(f))')))

  expect(() => evaluate('x', {})).toThrow('x: it is nested too deeply')
})

import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, flow, processSolution } from '../../../test/process.ts'
import { decided, dmn, input, literal, needs, table } from '../../decisions/dmn.ts'

const { as, admin, request } = await startApp()

const decision = (id: string, logic: string, ...needed: string[]) =>
  `<decision id="${id}" name="${id}"><variable name="${id}"/>${needs(...needed)}${logic}</decision>`
const LONG = 'x'.repeat(1_000_000)
const entity = (what: string) =>
  `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY f ${what}>]>${decided(literal('"&f;"')).replace(/<\?xml.*\?>/, '')}`
const nested = (open: string, close: string) =>
  decided(literal(`${open.repeat(20_000)}1${close.repeat(20_000)}`))

/** Files of decisions that nobody writes by hand, and what is said about them. */
const FILES: [name: string, xml: string, message: string][] = [
  [
    'decisions that need each other',
    dmn(decision('p', literal('q'), 'q') + decision('q', literal('p'), 'p')),
    'p: it requires itself',
  ],
  ['a need of nothing', dmn(decision('p', literal('1'), 'gone')), '"gone", which is not there'],
  [
    'two decisions with one id',
    dmn(decision('p', literal('1')) + decision('p', literal('2'))),
    'duplicate ID <p>',
  ],
  ['no decision', dmn(input('a')), 'the file has no decision'],
  ['an empty file', '', 'this is not DMN XML'],
  ['half of a file', decided(literal('a')).slice(0, 200), 'this is not DMN XML'],
  ['an entity', entity('"a"'), 'odd.dmn:1:1'],
  ['an outside entity', entity('SYSTEM "file:///etc/passwd"'), 'odd.dmn:1:1'],
  ['deep elements', '<a>'.repeat(20_000) + '</a>'.repeat(20_000), 'this is not DMN XML'],
  [
    'an unknown hit policy',
    decided(table({ policy: 'SOMETIMES', rules: [] })),
    'unknown hit policy "SOMETIMES"',
  ],
  [
    'an unknown aggregation',
    decided(table({ policy: 'COLLECT/MEDIAN', rules: [] })),
    'unknown aggregation "MEDIAN"',
  ],
  [
    'a sum of two outputs',
    decided(table({ policy: 'COLLECT/SUM', outputs: ['p', 'q'], rules: [] })),
    'SUM needs exactly one output',
  ],
  ['a rule without cells', decided(table({ rules: [[[], []]] })), 'rule 1 does not have one cell'],
  ['too large a file', decided(literal(`"${LONG}${LONG}${LONG}"`)), 'larger than 2 MiB'],
  ['brackets in brackets', nested('(', ')'), 'at most 20000 characters'],
  ['lists in lists', nested('[', ']'), 'at most 20000 characters'],
  ['a zero byte', decided(literal('"\u0000"')), 'text with NUL'],
]

test.each(FILES)('%s: a problem of the file, in words', async (_, xml, message) => {
  const files = processSolution(
    'other',
    {},
    {
      'workspaces/other/decisions/odd.yaml': 'name: Odd\n',
      'workspaces/other/decisions/odd.dmn': xml,
    },
  )

  await expect(as(admin).solutions.plan({ input: { files } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  })
})

/** What FEEL makes of expressions without sense: null, or a refusal. */
const EXPRESSIONS: [text: string, status: number, answer: string][] = [
  ['1e3 + 2E2', 200, '"value":1200,'],
  ['string length("1e3")', 200, '"value":3,'],
  ['1 / 0', 200, '"value":null,'],
  ['9e307 * 9e307', 200, '"value":null,'],
  ['sqrt(-1)', 200, 'expects a non-negative number'],
  ['date("2026-02-31")', 200, 'is not a valid date'],
  ['date("999999999-12-31") + duration("P999999999Y")', 200, 'is not a valid duration'],
  ['a.constructor.constructor("return process")()', 200, '"value":null,'],
  ['{f: function(n) f(n + 1), r: f(1)}.r', 422, 'it is nested too deeply'],
]
const PLAIN = decided(
  table({
    policy: 'FIRST',
    inputs: ['a', 'b'],
    rules: [
      [['> 1000', '"gold"'], ['10']],
      [['-', '-'], ['0']],
    ],
  }),
)
const HEARS = diagram(
  `<startEvent id="start"/><intermediateCatchEvent id="hear"><extensionElements><kontor:settings>
    <kontor:setting name="correlation" value="key"/></kontor:settings></extensionElements>
    <messageEventDefinition messageRef="m"/></intermediateCatchEvent>
  <endEvent id="end"/>${flow('start -> hear -> end')}`,
  '<message id="m" name="odd"/>',
)
const VARIABLES = 'variables: { key: { name: K, type: JSON }, out: { name: O, type: FLOAT } }\n'
const all = [PLAIN, ...EXPRESSIONS.map(([text]) => decided(literal(text)))]
await as(admin).solutions.apply({
  input: {
    files: processSolution(
      'odd',
      { hear: { bpmn: HEARS, yaml: VARIABLES } },
      Object.fromEntries(
        all.flatMap((xml, at) => [
          [`workspaces/odd/decisions/d${at}.yaml`, 'name: D\n'],
          [`workspaces/odd/decisions/d${at}.dmn`, xml],
        ]),
      ),
    ),
  },
})

const post = async (path: string, body: string) => {
  const headers = { authorization: `Bearer ${admin.token}` }
  const response = await request(path, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}
const evaluating = (at: number) => `/manage/v1/decisions/odd/d${at}/evaluate`

test.each(EXPRESSIONS)('the expression %s', async (expression, status, answer) => {
  const at = EXPRESSIONS.findIndex(([text]) => text === expression) + 1

  expect(await post(evaluating(at), '{"values":{"a":1}}')).toEqual({
    status,
    text: expect.stringContaining(answer),
  })
})

const DECIDE = evaluating(0)
const MESSAGES = '/manage/v1/workers/messages'
const SIGNALS = '/manage/v1/workers/signals'
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
const BODIES: [path: string, body: string, status: number, answer: string][] = [
  [DECIDE, '{"values":{"a":NaN}}', 400, 'not valid JSON at line 1, column 16'],
  [DECIDE, '{"values":{"a":[1,-1e999]}}', 400, 'values.a.1'],
  [DECIDE, '{"values":{"a":1,"a":2000,"b":"gold"}}', 200, '"value":10'],
  [DECIDE, '{"values":{"__proto__":{"a":2000},"constructor":{}}}', 200, '"value":0'],
  [DECIDE, `{"values":{"a":${deep}}}`, 400, 'nested deeper than 200 levels'],
  [DECIDE, `{"values":{"a":"${LONG}"}}`, 200, '"value":0'],
  [DECIDE, `{"values":{"a":"${LONG.repeat(9)}"}}`, 413, 'larger than the 8 MiB'],
  [DECIDE, '{"values":[1]}', 400, 'expected an object'],
  [DECIDE, '{"decision":"__proto__"}', 422, 'there is no decision \\"__proto__\\"'],
  [DECIDE, '{"decision":"constructor"}', 422, 'there is no decision \\"constructor\\"'],
  [DECIDE, '{"values":{"a":"\\ud800"}}', 400, 'lone surrogates'],
  [SIGNALS, '{"name":"nobody"}', 200, '"received":0'],
  [SIGNALS, '{"name":"__proto__"}', 200, '"received":0'],
  [SIGNALS, '{"name":5}', 400, 'expected text'],
  [MESSAGES, '{"name":"odd","correlation":5}', 400, 'expected text'],
  [MESSAGES, '{"name":"odd","correlation":["1"]}', 400, 'expected text'],
  [MESSAGES, `{"name":"odd","correlation":"${'x'.repeat(501)}"}`, 400, 'at most 500 characters'],
  [MESSAGES, '{"name":"odd","ttlSeconds":1e300}', 400, 'at most 2592000'],
  [MESSAGES, '{"name":"odd","key":"k","correlation":"y"}', 200, '"isRepeated":false'],
  [MESSAGES, '{"name":"odd","key":"k","correlation":"z"}', 200, '"isRepeated":true'],
  [MESSAGES, '{"name":"odd","variables":{"out":1e999}}', 400, 'up to 1.7e308'],
  [MESSAGES, '{"name":"odd","variables":{"a\\u0000":1}}', 400, 'NUL'],
]

test.each(BODIES)('%s with %.60s is answered %i', async (path, body, status, answer) => {
  expect(await post(path, body)).toEqual({ status, text: expect.stringContaining(answer) })
})

test.each([
  [{ cents: 100, currency: 'EUR' }, '"key" is an object'],
  [[{ id: 1 }], '"key" is an object'],
  ['x'.repeat(501), '"key" is too long'],
])('a process that waits with the correlation %.40j is an incident', async (key, message) => {
  const params = { namespace: 'odd', code: 'hear' }
  const { context } = await as(admin).bpm.run({ params, input: { context: { key } } })

  expect(context.__state).toBe('error')
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: context.__id } })
  expect(incidents).toMatchObject([{ message: expect.stringContaining(message) }])
})

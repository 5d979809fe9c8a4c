import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, eventually, flow, processSolution } from '../../../test/process.ts'
import { decided, table } from '../../decisions/dmn.ts'

const started = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { as, admin, make, app } = started
await app.startJobs()
const [reader, stranger] = [await make.user(), await make.user()]

const DISCOUNT = decided(
  table({
    policy: 'FIRST',
    inputs: ['a', 'b'],
    outputs: ['percent', 'why'],
    rules: [
      [
        ['> 1000', '"gold"'],
        ['10', '"large and gold"'],
      ],
      [
        ['> 1000', '-'],
        ['5', '"large"'],
      ],
    ],
  }),
)
const UNSURE = decided(
  table({
    rules: [
      [['> 0'], ['1']],
      [['> 5'], ['2']],
    ],
  }),
)
const CASES = `cases:
  - { name: A large order, given: { a: 1001, b: gold }, expect: { percent: 10, why: large and gold }, rules: [1] }
  - { given: { a: 1, b: gold }, expect: null }
`
const RULE = diagram(`<startEvent id="start"/>
<businessRuleTask id="rate" name="Rate" kontor:decision="shop/discount">
  <extensionElements><kontor:mappings>
    <kontor:mapping direction="in" source="amount * 2.0" target="a"/>
    <kontor:mapping direction="in" source="kind" target="b"/>
    <kontor:mapping direction="out" source="percent" target="off"/>
  </kontor:mappings></extensionElements>
</businessRuleTask>
<businessRuleTask id="all" name="All" kontor:decision="shop/unsure">
  <extensionElements><kontor:settings><kontor:setting name="result" value="level"/></kontor:settings></extensionElements>
</businessRuleTask>
<endEvent id="end"/>${flow('start -> rate -> all -> end')}`)
const VARIABLES = `variables:
  amount: { name: Amount, type: FLOAT }
  kind: { name: Kind, type: STRING }
  off: { name: Off, type: FLOAT }
  a: { name: A, type: FLOAT }
  level: { name: Level, type: FLOAT }
`
const D = 'workspaces/shop/decisions'
const FILES = {
  [`${D}/discount.yaml`]: `name: Discount\nrights: { "user:${reader.login}": [read] }\n`,
  [`${D}/discount.dmn`]: DISCOUNT,
  [`${D}/discount.cases.yaml`]: CASES,
  [`${D}/unsure.yaml`]: 'name: Unsure\n',
  [`${D}/unsure.dmn`]: UNSURE,
}
const files = (other: Record<string, string> = {}, bpmn = RULE) =>
  processSolution('shop', { rate: { bpmn, yaml: VARIABLES } }, { ...FILES, ...other })
const { plan } = await as(admin).solutions.apply({ input: { files: files() } })

const discount = { namespace: 'shop', code: 'discount' }
const evaluate = (user: typeof admin, values: object, params = discount) =>
  as(user).decisions.evaluate({ params, input: { values: values as Record<string, never> } })

test('a decision is a definition like any other', async () => {
  const changed = files({
    [`${D}/discount.dmn`]: DISCOUNT.replace('>10<', '>12<'),
    [`${D}/discount.cases.yaml`]: 'cases: []\n',
  })

  expect(plan.changes).toContainEqual(
    expect.objectContaining({
      kind: 'decision',
      namespace: 'shop',
      code: 'discount',
      action: 'create',
    }),
  )
  const { plan: next } = await as(admin).solutions.plan({ input: { files: changed } })
  expect(next.changes.find(({ code }) => code === 'discount')?.words).toEqual([
    'dmn file changed',
    'cases file changed',
  ])
  const exported = await as(admin).solutions.export({ params: { code: 'shop' } })
  const dmn = exported.files.find(({ path }) => path === `${D}/discount.dmn`)
  expect(dmn).toEqual({ path: `${D}/discount.dmn`, content: DISCOUNT })
})

test('those who may read it evaluate it and see its tables', async () => {
  const { decisions } = await as(reader).decisions.list()
  const { decision } = await as(reader).decisions.get({ params: discount })
  const answer = await evaluate(reader, { a: 2000, b: 'silver' })

  expect(decisions).toMatchObject([{ code: 'discount', name: 'Discount', version: 1 }])
  expect(decision.tables).toMatchObject([
    { hitPolicy: 'FIRST', rules: [{ results: ['10', '"large and gold"'] }, {}] },
  ])
  expect(answer).toMatchObject({
    value: { percent: 5, why: 'large' },
    version: 1,
    made: [{ name: 'x', tables: [{ inputs: [2000, 'silver'], rules: [{ number: 2, id: 'r2' }] }] }],
  })
})

test('for others it is not there', async () => {
  expect((await as(stranger).decisions.list()).decisions).toEqual([])
  await expect(evaluate(stranger, {})).rejects.toMatchObject({ status: 404 })
  await expect(as(stranger).decisions.get({ params: discount })).rejects.toMatchObject({
    status: 404,
  })
})

test('what has no answer is refused in words', async () => {
  const unsure = { namespace: 'shop', code: 'unsure' }

  await expect(evaluate(admin, { a: 6 }, unsure)).rejects.toMatchObject({
    status: 422,
    message: 'x: only one rule may hold, but rules 1, 2 do',
  })
})

const timeline = async (id: string) =>
  (await as(admin).bpm.timeline({ params: { id }, input: {} })).lines
const start = async (context: object) => {
  const params = { namespace: 'shop', code: 'rate' }
  const input = { context: context as Record<string, unknown> }
  return String((await as(admin).bpm.run({ params, input })).context.__id)
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data

test('a process decides, and its history names the rules that fired', async () => {
  const id = await start({ amount: 600, kind: 'gold', a: 3 })

  const ended = await eventually(
    () => get(id),
    ({ __state }) => __state === 'done',
  )

  expect(ended).toMatchObject({ off: 10, level: 1 })
  const decided = (await timeline(id)).flatMap(({ data }) => (data.decision ? [data.decision] : []))
  expect(decided).toEqual([
    {
      path: 'shop/discount',
      version: 1,
      made: [{ name: 'x', value: { percent: 10, why: 'large and gold' }, rules: [{ number: 1 }] }],
    },
    { path: 'shop/unsure', version: 1, made: [{ name: 'x', value: 1, rules: [{ number: 1 }] }] },
  ])
})

test('a decision without an answer is an incident', async () => {
  const id = await start({ amount: 600, kind: 'gold', a: 6 })

  const listed = async () =>
    (await as(admin).bpm.listIncidents({ input: {} })).incidents.filter(
      ({ instance }) => instance === id,
    )
  const incidents = await eventually(listed, (all) => all.length > 0)

  expect(incidents).toMatchObject([
    { message: 'Unsure: x: only one rule may hold, but rules 1, 2 do' },
  ])
})

test.each<[string, Record<string, string>, string]>([
  [
    'a table',
    { [`${D}/discount.dmn`]: DISCOUNT.replace('"large"', '"large') },
    `${D}/discount.dmn:6:1 r2: ""large" cannot be read`,
  ],
  [
    'a case',
    { [`${D}/discount.cases.yaml`]: CASES.replace('percent: 10', 'percent: 11') },
    `${D}/discount.cases.yaml:2:5 case 1 (A large order): expected {"percent":11`,
  ],
  [
    'a key',
    { [`${D}/discount.cases.yaml`]: 'cases:\n  - { gives: 1 }\n' },
    `${D}/discount.cases.yaml:2:7 unknown key "gives"`,
  ],
  [
    'a missing file',
    { [`${D}/discount.yaml`]: 'name: D\ndmn: other.dmn\n' },
    'the file "other.dmn" is missing',
  ],
  [
    'a missing decision',
    { [`${D}/discount.yaml`]: 'name: D\ndecision: y\n' },
    'there is no decision "y"',
  ],
])('%s that is wrong is refused with its place', async (_, other, message) => {
  await expect(as(admin).solutions.plan({ input: { files: files(other) } })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  })
})

test.each([
  [
    'asks for what is not there',
    RULE.replace('shop/unsure', 'shop/absent'),
    'there is no decision "shop/absent"',
  ],
  [
    'is another kind of task',
    RULE.replace('<businessRuleTask id="all"', '<task id="all"').replace(
      /<\/businessRuleTask>\n<endEvent/,
      '</task>\n<endEvent',
    ),
    'only a business rule task has a decision',
  ],
])('a step that %s is refused', async (_, bpmn, message) => {
  await expect(
    as(admin).solutions.plan({ input: { files: files({}, bpmn) } }),
  ).rejects.toMatchObject({
    message: expect.stringContaining(message),
  })
})

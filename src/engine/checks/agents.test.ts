import { expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { between, diagram, extended } from '../models/diagram.ts'

const TASK = '<userTask id="ask"/>'

/** The problems of an agent with these settings. */
async function problemsOf(
  settings: Record<string, string>,
  { attributes = '', inside = TASK, variables = {} as Record<string, string> } = {},
) {
  const agent = `<adHocSubProcess id="a" kontor:step="agent" ${attributes}>
    ${extended(settings)}${inside}</adHocSubProcess>`
  const hasOperation = (name: string) => name.startsWith('apps.')
  const { problems } = await compile(diagram(between('a', agent)), { hasOperation, variables })
  return problems.map(({ element, message }) => `${element}: ${message}`)
}

const OPERATIONS = { goal: 'g', operations: 'apps.getItem', user: 'robot' }

test.each<[string, Record<string, string>, string]>([
  ['no goal', {}, 'the setting "goal" is missing'],
  ['a setting of another step', { goal: 'g', topic: 't' }, 'unknown setting "topic", expected one'],
  [
    'an operation that there is not',
    { ...OPERATIONS, operations: 'apps.getItem, disk.upload' },
    'an agent cannot use the operation "disk.upload"',
  ],
  ['no user', { ...OPERATIONS, user: '' }, 'operations need the setting "user"'],
  ['an approval of nothing', { goal: 'g', approval: 'pay' }, '"pay" in "approval" is none of its'],
  ['nobody who approves', { goal: 'g', approval: 'ask' }, 'kontor:performer has to say who'],
  ['no number', { goal: 'g', maxSteps: 'many' }, '"maxSteps" is a whole number from 1'],
  ['no tokens', { goal: 'g', maxTokens: '0' }, '"maxTokens" is a whole number from 1'],
  ['no time', { goal: 'g', maxTime: 'soon' }, '"maxTime" is a duration such as PT5M'],
  ['no result', { goal: 'g', result: 'nothing' }, 'unknown variable "nothing"'],
])('an agent with %s is refused', async (_, settings, message) => {
  expect((await problemsOf(settings)).join('\n')).toContain(`a: ${message}`)
})

test('an agent with tools, approvals and limits is fine', async () => {
  const settings = {
    ...OPERATIONS,
    approval: 'ask apps.getItem',
    ...{ maxSteps: '5', maxTokens: '5000', maxTime: 'PT5M', retries: '2', result: 'text' },
  }
  const attributes = 'kontor:performer="role:author"'

  expect(await problemsOf(settings, { attributes, variables: { text: 'STRING' } })).toEqual([])
})

test('tools have names of their own that models accept', async () => {
  const inside = `<userTask id="apps_getItem"/><userTask id="${'x'.repeat(65)}"/>`

  const problems = await problemsOf(OPERATIONS, { inside })

  expect(problems).toEqual([
    expect.stringContaining('is no name for a tool, expected up to 64 letters'),
    'a: two tools are called "apps_getItem"',
  ])
})

test('only what is inside an agent sees what its model passes', async () => {
  const script = (id: string, inside = '') =>
    `<scriptTask id="${id}">${extended({}, [['in', 'agent.amount', 'amount']])}
      <script>return {}</script>${inside}</scriptTask>`

  const inside = await problemsOf({ goal: 'g' }, { inside: script('s'), variables: {} })
  const { problems } = await compile(diagram(between('s', script('s'))), { variables: {} })

  expect(inside).toEqual([])
  expect(problems.map(({ message }) => message)).toEqual([
    'unknown variable "agent" in "agent.amount"',
  ])
})

test('only an ad-hoc sub-process is an agent', async () => {
  const wrong = between('t', '<serviceTask id="t" kontor:step="agent"/>')

  const { problems } = await compile(diagram(wrong))

  expect(problems[0]?.message).toContain('unknown step "agent", expected one of assignment')
})

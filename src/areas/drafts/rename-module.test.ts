import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, flow } from '../../../test/process.ts'
import { solution } from '../../../test/solution.ts'

const { as, admin } = await startApp()
const client = as(admin)

const MODULE = `name: Desk
scripts:
  main: |
    function action() {}
  other: |
    function action() {}
actions:
  sum: { name: Sum, script: main }
  call: { name: Call, script: other }
handlers:
  late: { on: created, script: main }
routes:
  hook: { script: main }
`
const step = (id: string, module: string, action: string) =>
  `<serviceTask id="${id}" kontor:step="ca"><extensionElements><kontor:settings>
    <kontor:setting name="module" value="${module}" /><kontor:setting name="action" value="${action}" />
  </kontor:settings></extensionElements></serviceTask>`
const FILE = 'modules/desk.yaml'
const FILES: Record<string, string> = {
  [FILE]: MODULE,
  'modules/till.yaml': MODULE.replace('Desk', 'Till'),
  'workspaces/shop/workspace.yaml': 'name: Shop\n',
  'workspaces/shop/processes/run.yaml': 'name: Run\n',
  'workspaces/shop/processes/run.bpmn': diagram(`<startEvent id="start" />
    ${step('one', 'desk', 'sum')}${step('two', 'till', 'sum')}<endEvent id="end" />
    ${flow('start -> one -> two -> end')}`),
}

let count = 0
/** A draft in which nothing is published, or everything is. */
async function begin({ isPublished = false } = {}) {
  const code = `shop${++count}`
  if (isPublished) {
    await client.solutions.apply({ input: { files: solution(code, FILES) } })
  }
  const { draft } = await client.drafts.create({
    input: { solution: code, ...(!isPublished && { name: 'Shop' }) },
  })
  const params = { id: draft.id }
  const edits = Object.entries(FILES).map(([file, text]) => ({ file, op: 'create' as const, text }))
  if (!isPublished) await client.drafts.edit({ params, input: { edits } })
  const textOf = async (path: string) =>
    (await client.drafts.getFile({ params, input: { path } })).file.text ?? ''
  return {
    textOf,
    rename: (at: string[], to: string) =>
      client.drafts.rename({ params, input: { file: FILE, at, to } }),
  }
}

test('a program gets another code wherever it is called', async () => {
  const { rename, textOf } = await begin()

  const { usages, problems } = await rename(['scripts', 'main'], 'orders')

  expect(usages.map(({ at }) => at.join('.'))).toEqual([
    ...['scripts.main', 'actions.sum.script', 'handlers.late.script', 'routes.hook.script'],
  ])
  expect(problems).toEqual([])
  const text = await textOf(FILE)
  expect(text).toBe(
    MODULE.replace('  main: |', '  orders: |').replaceAll('script: main', 'script: orders'),
  )
})

test('an action gets another code in the steps that take it', async () => {
  const { rename, textOf } = await begin()

  await rename(['actions', 'sum'], 'total')

  expect(await textOf(FILE)).toContain('  total: { name: Sum, script: main }')
  const xml = await textOf('workspaces/shop/processes/run.bpmn')
  expect(xml).toContain(step('one', 'desk', 'total'))
  expect(xml).toContain(step('two', 'till', 'sum'))
})

test('a module gets another code with the steps that name it', async () => {
  const { rename, textOf } = await begin()

  const { removed } = await rename([], 'counter')

  expect(removed).toEqual([FILE])
  expect(await textOf('modules/counter.yaml')).toBe(MODULE)
  const xml = await textOf('workspaces/shop/processes/run.bpmn')
  expect(xml).toContain(step('one', 'counter', 'sum'))
  expect(xml).toContain(step('two', 'till', 'sum'))
})

test('what others call by its code keeps it once it is published, and programs do not', async () => {
  const { rename } = await begin({ isPublished: true })
  for (const at of [['actions', 'sum'], ['handlers', 'late'], ['routes', 'hook'], []]) {
    await expect(rename(at, 'another')).rejects.toMatchObject({ code: 'conflict' })
  }
  expect((await rename(['scripts', 'main'], 'another')).problems).toEqual([])
})

test.each([
  ['a code that is taken', ['scripts', 'main'], 'other', 'conflict'],
  ['no code', ['scripts', 'main'], 'no code', 'invalid'],
  ['what is not there', ['scripts', 'mian'], 'orders', 'not_found'],
  ['what has no code', ['name'], 'orders', 'invalid'],
])('a renaming of a module is refused: %s', async (_, at, to, code) => {
  const { rename } = await begin()

  await expect(rename(at, to)).rejects.toMatchObject({ code })
})

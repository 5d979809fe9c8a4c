import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow, openTasks } from '../../../../test/process.ts'

const started = await startApp()
const { as, admin, make } = started
const ann = await make.user({ lastName: 'Moss', firstName: 'Ann' })
const { group: packers } = await as(admin).scheme.createGroup({
  params: { namespace: 'global' },
  input: { __name: 'Packers' },
})

const CHECK = diagram(`
  <startEvent id="start" />
  <userTask id="check" name="Check {$amount} {$where}" kontor:performer="variable:who" kontor:due="P1D">
    <extensionElements><kontor:form><kontor:formField code="remark" required="true" /></kontor:form></extensionElements>
  </userTask>
  <endEvent id="good" /><endEvent id="bad" />
  ${flow(`
    start -> check
    check:agree -> good
    check:refuse -> bad`)}`)

const VARIABLES = `
nameTemplate: "Check of {$amount}"
variables:
  who: { name: Who, type: SYS_USER, required: true }
  amount: { name: Amount, type: FLOAT, default: 5 }
  remark: { name: Remark, type: STRING }
  where: { name: Where, type: ROLE, single: false }
  kind: { name: Kind, type: CATEGORY, options: { low: Low, high: High } }
  tags: { name: Tags, type: CATEGORY, multiple: true, options: { a: First, b: Second } }
`

await applyProcesses(started, 'sales', { check: { yaml: VARIABLES, bpmn: CHECK } })

const params = { namespace: 'sales', code: 'check' }
const run = async (context: Record<string, unknown> = {}) =>
  (await as(admin).bpm.run({ params, input: { context: { who: [ann.id], ...context } } })).context
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data

test('a process runs to its first task, and from there through the chosen exit to its end', async () => {
  const where = [
    { type: 'group', id: packers.__id },
    { type: 'user', id: ann.id },
  ]
  const instance = await run({ amount: 7, where })
  const [task] = openTasks(instance)

  await as(ann).tasks.submit({
    params: { id: task?.__id ?? '' },
    input: { exitId: 'check_agree', context: { remark: 'fine' } },
  })

  expect(instance).toMatchObject({ __state: 'wait', __name: 'Check of 7', amount: 7, remark: null })
  expect(task).toMatchObject({
    __name: 'Check 7 Packers, Moss Ann',
    state: 'in_progress',
    performers: [ann.id],
  })
  const ended = await get(instance.__id)
  expect(ended).toMatchObject({ __state: 'done', remark: 'fine', __currentPerformers: null })
})

test('a list of instances shows options with their names', async () => {
  const { __id } = await run({ kind: ['low'], tags: ['b', 'a'] })

  const { result } = await as(admin).bpm.listByTemplate({ params, input: { ids: [__id] } })

  expect(result.result).toMatchObject([
    {
      kind: [{ code: 'low', name: 'Low' }],
      tags: [
        { code: 'b', name: 'Second' },
        { code: 'a', name: 'First' },
      ],
    },
  ])
})

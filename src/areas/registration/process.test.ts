import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { applyProcesses, diagram, flow, openTasks } from '../../../test/process.ts'
import { startRegistry } from '../../../test/registration.ts'

const started = await startApp()
const { as, admin } = started
const client = as(admin)
const { folder, item, register, list, place } = await startRegistry(client)
const { id: inbox } = await folder({ template: 'C-{$__index}', reserveEnabled: true })
const { id: other } = await folder({ template: 'X-{$__index}' })

const registering = (auto: boolean) => ({
  yaml: `variables:
  paper: { name: Paper, type: SYS_COLLECTION, app: contracts/agreements, single: true }
  number: { name: Number, type: STRING }
`,
  bpmn: diagram(`<startEvent id="start" />
  <serviceTask id="register" kontor:step="registration" kontor:performer="role:author">
    <extensionElements><kontor:settings>
      <kontor:setting name="auto" value="${auto}" />
      <kontor:setting name="targetFieldCode" value="paper" />
      <kontor:setting name="folder" value="${inbox}" />
      <kontor:setting name="result" value="number" />
    </kontor:settings></extensionElements>
  </serviceTask>
  <endEvent id="end" />${flow('start -> register -> end')}`),
})
await applyProcesses(started, 'office', { auto: registering(true), task: registering(false) })

/** Brings a process to its end, by the task if it has one. */
async function run(code: string, paper: string) {
  const params = { namespace: 'office', code }
  const { context } = await client.bpm.run({ params, input: { context: { paper: [paper] } } })
  for (const { __id: id } of openTasks(context)) {
    await client.tasks.submit({ params: { id }, input: {} })
  }
  const at = { params: { id: context.__id } }
  const { lines } = await client.bpm.timeline(at)
  const notes = lines.flatMap(({ data }) => (data.notes as string[] | undefined) ?? [])
  return { instance: (await client.bpm.get(at)).data, notes }
}

const WAYS = ['auto', 'task']

test.each(WAYS)('a step (%s) keeps the number that the item has in the folder', async (code) => {
  const paper = await item()
  const { number } = await register(paper, inbox)

  const { instance, notes } = await run(code, paper)

  expect(instance).toMatchObject({ __state: 'done', number })
  expect(notes).toEqual([`the item is already registered in this folder and stays ${number}`])
  expect(await list(paper)).toMatchObject([{ number, status: 'registered' }])
})

test.each(WAYS)('a step (%s) gives a number where the old one is cancelled', async (code) => {
  const paper = await item()
  const cancelled = await register(paper, inbox)
  await client.registration.cancel({ params: { id: cancelled.id } })

  const { instance, notes } = await run(code, paper)

  expect(notes).toEqual([])
  const [live] = (await list(paper)).filter(({ status }) => status === 'registered')
  expect(live?.id).not.toBe(cancelled.id)
  expect(instance).toMatchObject({ __state: 'done', number: live?.number })
})

test('a number in another folder is none, and a reserved one is used', async () => {
  const [elsewhere, waiting] = [await item(), await item()]
  await register(elsewhere, other)
  const input = { folder: inbox, item: waiting }
  const { registration: reserved } = await client.registration.reserve({ params: place, input })

  const [first, second] = [await run('auto', elsewhere), await run('auto', waiting)]

  expect(first.instance).toMatchObject({ number: expect.stringMatching(/^C-/) })
  expect(second.instance).toMatchObject({ number: reserved.number })
  expect([...first.notes, ...second.notes]).toEqual([])
})

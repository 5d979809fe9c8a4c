import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow } from '../../../../test/process.ts'

const started = await startApp({ environment: { KONTOR_WORKERS: '2' } })
const { app, as, admin } = started
await app.startJobs()

const ASK = diagram(`<startEvent id="start" />
  <userTask id="answer" name="Answer" kontor:performer="role:author" /><endEvent id="end" />
  ${flow('start -> answer -> end')}`)
const CALL = diagram(`<startEvent id="start" />
  <callActivity id="ask" name="Ask" calledElement="sales/question" /><endEvent id="end" />
  ${flow('start -> ask -> end')}`)
await applyProcesses(started, 'sales', { question: { bpmn: ASK }, order: { bpmn: CALL } })

test('an instance knows what it called and by which element, and who called it', async () => {
  const params = { namespace: 'sales', code: 'order' }
  const { context } = await as(admin).bpm.run({ params, input: {} })
  const show = async (id: string) =>
    (await as(admin).processes.instance({ params: { id } })).instance

  const caller = await eventually(
    () => show(context.__id),
    ({ children }) => children.length > 0,
  )

  expect(caller.children).toEqual([
    { id: expect.any(String), name: expect.any(String), elementId: 'ask', state: 'running' },
  ])
  const called = await show(caller.children[0]?.id ?? '')
  expect(called.parent).toEqual({ id: caller.id, name: caller.name })
})

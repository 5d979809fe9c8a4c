import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow, openTasks } from '../../../../test/process.ts'
import { tasks as taskOperations } from '../tasks/operations.ts'
import { bpm as bpmOperations } from './operations.ts'

const started = await startApp()
const { as, admin, make } = started
const [ann, reader, stranger] = [await make.user(), await make.user(), await make.user()]
const editor = await make.user()

const APPROVE = diagram(`<startEvent id="start" />
  <userTask id="approve" kontor:performer="variable:who" />
  <endEvent id="yes" /><endEvent id="no" />
  ${flow(`
    start -> approve
    approve:agree -> yes
    approve:refuse -> no`)}`)
const STUCK = diagram(`<startEvent id="start" />
  <userTask id="look" kontor:performer="group:office/nobody" />
  <endEvent id="end" />${flow('start -> look -> end')}`)
const WHO = '\nvariables:\n  who: { name: Who, type: SYS_USER }\n'

await applyProcesses(
  started,
  'office',
  { approve: { yaml: WHO, bpmn: APPROVE }, stuck: { yaml: WHO, bpmn: STUCK } },
  { 'workspaces/office/groups/nobody.yaml': 'name: Nobody\n' },
)
for (const object of ['office/approve', 'office/stuck']) {
  const grant = { kind: 'process', object, right: 'read' }
  await as(admin).access.grant({ input: { ...grant, subjectKind: 'user', subject: reader.id } })
}

for (const right of ['read', 'update', 'delete']) {
  const grant = { kind: 'workspace', object: 'office', right }
  await as(admin).access.grant({ input: { ...grant, subjectKind: 'user', subject: editor.id } })
}

const run = async (code: string) =>
  (
    await as(admin).bpm.run({
      params: { namespace: 'office', code },
      input: { context: { who: [ann.id] } },
    })
  ).context
const approval = await run('approve')
const [task] = openTasks(approval)
const stuck = await run('stuck')
const { incidents } = await as(admin).bpm.listIncidents({ input: { instance: stuck.__id } })
const [instance, taskId, incident] = [approval.__id, task?.__id ?? '', incidents[0]?.id ?? '']

type Client = ReturnType<typeof as>
const byId = (id: string) => ({ params: { id } })
const comment = 'because'

/** Every operation that writes, aimed at the approval of somebody else. */
const attempts: Record<string, (client: Client) => Promise<unknown>> = {
  'bpm.run': ({ bpm }) =>
    bpm.run({ params: { namespace: 'office', code: 'approve' }, input: { context: {} } }),
  'bpm.interrupt': ({ bpm }) => bpm.interrupt({ ...byId(instance), input: { comment } }),
  'bpm.interruptMany': ({ bpm }) =>
    bpm.interruptMany({ input: { instances: [instance], comment } }),
  'bpm.moveVersion': ({ bpm }) => bpm.moveVersion({ ...byId(instance), input: {} }),
  'bpm.moveVersions': ({ bpm }) =>
    bpm.moveVersions({
      params: { namespace: 'office', code: 'approve' },
      input: { instanceIds: [instance] },
    }),
  'bpm.changeContext': ({ bpm }) =>
    bpm.changeContext({ ...byId(instance), input: { comment, context: { who: [reader.id] } } }),
  // Answered by whoever knows its random id: that of an instance is none.
  'bpm.restore': ({ bpm }) => bpm.restore({ ...byId(instance), input: { context: {} } }),
  'bpm.skipStepOf': ({ bpm }) => bpm.skipStepOf(byId(stuck.__id)),
  'bpm.restartStepOf': ({ bpm }) => bpm.restartStepOf(byId(stuck.__id)),
  'bpm.skipSteps': ({ bpm }) => bpm.skipSteps({ input: { instances: [stuck.__id] } }),
  'bpm.restartSteps': ({ bpm }) => bpm.restartSteps({ input: { instances: [stuck.__id] } }),
  'bpm.retryIncident': ({ bpm }) => bpm.retryIncident(byId(incident)),
  'bpm.restartStep': ({ bpm }) => bpm.restartStep(byId(incident)),
  'bpm.skipStep': ({ bpm }) => bpm.skipStep({ ...byId(incident), input: {} }),
  'bpm.repairIncidents': ({ bpm }) =>
    bpm.repairIncidents({ input: { incidents: [incident], action: 'skip' } }),
  'processes.beginActivity': ({ processes }) =>
    processes.beginActivity({ ...byId(instance), input: { element: 'x', comment } }),
  'processes.completeActivities': ({ processes }) =>
    processes.completeActivities({ ...byId(instance), input: { element: 'x', comment } }),
  'tasks.submit': ({ tasks }) =>
    tasks.submit({ ...byId(taskId), input: { exitId: 'approve_agree' } }),
  'tasks.reassign': ({ tasks }) =>
    tasks.reassign({ ...byId(taskId), input: { userId: reader.id, comment } }),
  'tasks.changePercent': ({ tasks }) =>
    tasks.changePercent({ ...byId(taskId), input: { percent: 50, comment } }),
  'tasks.changeDates': ({ tasks }) =>
    tasks.changeDates({ ...byId(taskId), input: { dueDate: null, comment } }),
  'tasks.submitMany': ({ tasks }) =>
    tasks.submitMany({ input: { tasks: [{ id: taskId, exitId: 'approve_agree' }] } }),
  'tasks.reassignMany': ({ tasks }) =>
    tasks.reassignMany({ input: { ids: [taskId], userId: reader.id, comment } }),
  'tasks.change': ({ tasks }) => tasks.change({ ...byId(taskId), input: { name: 'Mine' } }),
  'tasks.check': ({ tasks }) =>
    tasks.check({ ...byId(taskId), input: { number: 1, isDone: true } }),
  'tasks.attach': ({ tasks }) => tasks.attach({ ...byId(taskId), input: { files: [instance] } }),
  'tasks.cancel': ({ tasks }) => tasks.cancel({ ...byId(taskId), input: { comment } }),
}

/** What changes nothing of a task of somebody else. */
const OWN = ['tasks.create', 'tasks.remind']

const stateOfAll = async () => [
  (await as(admin).bpm.get(byId(instance))).data,
  (await as(admin).bpm.get(byId(stuck.__id))).data,
  (await as(admin).tasks.get(byId(taskId))).data,
  (await as(admin).bpm.listIncidents({ input: { state: 'all' } })).incidents,
  (
    await as(admin).bpm.listByTemplate({
      params: { namespace: 'office', code: 'approve' },
      input: {},
    })
  ).result.total,
]

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error)

/** Those about many tell each refusal in their answer. */
const refusalsIn = (answer: unknown): string =>
  Object.keys((answer as { errors?: object }).errors ?? {}).length > 0 ? 'refused' : 'done'

test('the stand has an approval and an incident', () => {
  expect([taskId, incident]).not.toContain('')
})

test.each(Object.entries(attempts))(
  '%s is for nobody who merely sees it or changes the items around it, and for no stranger',
  async (_, attempt) => {
    const before = await stateOfAll()

    for (const person of [stranger, reader, editor]) {
      expect(await attempt(as(person)).then(refusalsIn, codeOf)).toMatch(
        /forbidden|not_found|refused/,
      )
    }

    expect(await stateOfAll()).toEqual(before)
  },
)

test('every operation of processes and tasks that writes is tried', () => {
  const writing = Object.entries({ bpm: bpmOperations, tasks: taskOperations }).flatMap(
    ([area, operations]) =>
      Object.entries(operations)
        .filter(([, { writes }]) => writes)
        .map(([name]) => `${area}.${name}`),
  )

  expect(writing.filter((name) => !(name in attempts || OWN.includes(name)))).toEqual([])
})

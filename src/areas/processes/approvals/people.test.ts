import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { people } from '../../../../test/people.ts'
import { applyProcesses, diagram, flow, openTasks } from '../../../../test/process.ts'
import { definitionId } from '../../../lib/codes.ts'
import { applyPeople } from '../../people/definitions.ts'

const started = await startApp()
const { as, admin, make } = started
const [ann, bob] = [await make.user(), await make.user({ login: 'bob' })]

const sheet = (step: string, performer: string) => ({
  yaml: `variables:
  paper: { name: Paper, type: SYS_COLLECTION, app: sales/papers, single: true }
  who: { name: Who, type: SYS_USER, single: false }
`,
  bpmn: diagram(`<startEvent id="start" />
  <serviceTask id="ask" kontor:step="${step}" kontor:performer="${performer}">
    <extensionElements><kontor:settings>
      <kontor:setting name="targetFieldCode" value="paper" />
    </kontor:settings></extensionElements>
    <multiInstanceLoopCharacteristics />
  </serviceTask>
  <endEvent id="end" />${flow('start -> ask -> end')}`),
})
const approval = (performer: string) => sheet('approval_list_process', performer)

await applyProcesses(
  started,
  'sales',
  {
    group: approval('group:sales/lawyers, user:bob'),
    joined: approval('group:sales/clerks, user:bob'),
    position: approval('position:nowhere, user:bob'),
    variable: approval('variable:who, user:bob'),
    several: approval('variable:who'),
    fallback: approval('group:sales/lawyers, user:bob || role:author'),
    inform: sheet('inform_list_process', 'group:sales/lawyers, user:bob'),
    superior: {
      bpmn: diagram(`<startEvent id="start" />
        <userTask id="grant" kontor:performer="role:superior" />
        <endEvent id="end" />${flow('start -> grant -> end')}`),
    },
    superiors: approval('role:superior, user:bob'),
  },
  {
    'workspaces/sales/apps/papers.yaml': 'name: Papers\n',
    'workspaces/sales/groups/lawyers.yaml': 'name: Lawyers\nmembers: []\n',
    'workspaces/sales/groups/clerks.yaml': 'name: Clerks\nmembers: []\n',
  },
)

async function run(code: string, context: Record<string, unknown> = {}) {
  const papers = { namespace: 'sales', code: 'papers' }
  const { item } = await as(admin).apps.createItem({ params: papers, input: { context: {} } })
  const params = { namespace: 'sales', code }
  const input = { context: { paper: [item.__id], ...context } }
  return (await as(admin).bpm.run({ params, input })).context
}
const incidentsOf = async (instance: string) =>
  (await as(admin).bpm.listIncidents({ input: { instance } })).incidents
const performersOf = (instance: Record<string, unknown>) =>
  openTasks(instance).flatMap(({ performers }) => performers)

test.each([
  ['group', 'group:sales/lawyers'],
  ['position', 'position:nowhere'],
  ['variable', 'variable:who'],
])('an approval by a list whose %s is empty asks nobody', async (code, part) => {
  const instance = await run(code)

  expect(openTasks(instance)).toEqual([])
  expect(await incidentsOf(instance.__id)).toMatchObject([
    {
      kind: 'no-people',
      element: 'ask',
      message: `nobody is there to approve: "${part}" leads to no user who can sign in`,
    },
  ])
})

test('it goes on when somebody has joined the group', async () => {
  const { __id: id } = await run('joined')
  const [incident] = await incidentsOf(id)
  const params = { id: definitionId('group', 'sales', 'clerks') }
  await as(admin).scheme.addGroupItems({ params, input: [ann.id] })

  await as(admin).bpm.retryIncident({ params: { id: incident?.id ?? '' } })

  expect(performersOf((await as(admin).bpm.get({ params: { id } })).data)).toEqual([ann.id, bob.id])
})

test('it goes on when the variable is corrected', async () => {
  const { __id: id } = await run('variable')

  const input = { context: { who: [ann.id] }, comment: 'was forgotten' }
  await as(admin).bpm.changeContext({ params: { id }, input })

  expect(performersOf((await as(admin).bpm.get({ params: { id } })).data)).toEqual([ann.id, bob.id])
})

test('one of several people in a variable who cannot sign in is not left out', async () => {
  const gone = await make.user()
  await as(admin).users.block({ params: { id: gone.id } })

  const { __id: id } = await run('several', { who: [ann.id, gone.id] })

  expect(await incidentsOf(id)).toMatchObject([
    { message: expect.stringContaining(`"variable:who (${gone.id})" leads to no user`) },
  ])
})

test('those after || approve in place of a list with an empty group', async () => {
  expect(performersOf(await run('fallback'))).toEqual([admin.id])
})

test('those who are found are informed', async () => {
  expect(performersOf(await run('inform'))).toEqual([bob.id])
})

test('a task of the superior goes to the head above whoever started the process', async () => {
  const head = await make.user({ login: 'head' })
  const params = { namespace: 'sales', code: 'superior' }
  const before = (await as(admin).bpm.run({ params, input: {} })).context
  const positions = [
    { code: 'head', name: 'Head', isHead: true, users: ['head'] },
    { code: 'clerk', name: 'Clerk', users: [admin.login] },
  ]
  const departments = [{ code: 'office', name: 'Office', positions }]
  await make.asSystem((ctx) => applyPeople(ctx, people('company', { departments })))

  const after = (await as(admin).bpm.run({ params, input: {} })).context

  expect(await incidentsOf(before.__id)).toMatchObject([
    { message: 'nobody is there to do it: "role:superior" leads to no user who can sign in' },
  ])
  expect(performersOf(after)).toEqual([head.id])
  expect(performersOf(await run('superiors'))).toEqual([head.id, bob.id])
})

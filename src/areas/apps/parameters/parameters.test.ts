import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow } from '../../../../test/process.ts'
import { newId } from '../../../lib/ids.ts'
import { sql } from '../../../platform/db/sql.ts'

const started = await startApp()
const { as, admin, make } = started
const reader = await make.user({ login: 'reader' })
const stranger = await make.user()

const workspace = (code: string) => `name: ${code}
parameters:
  limit: { name: Limit, type: INTEGER, min: 1, default: 5 }
  told: { name: Whom to tell, type: SYS_USER }
  token: { name: Token, type: STRING, secret: true }
rights:
  user:reader: [read]
`
const READ = diagram(`<startEvent id="start" />
  <businessRuleTask id="read" kontor:step="assignment"><extensionElements><kontor:mappings>
    <kontor:mapping direction="in" source="workspace.limit" target="limit" />
    <kontor:mapping direction="in" source="workspace.told" target="told" />
  </kontor:mappings></extensionElements></businessRuleTask>
  <endEvent id="end" />${flow('start -> read -> end')}`)
const VARIABLES = `
variables:
  limit: { name: Limit, type: INTEGER }
  told: { name: Told, type: SYS_USER }
`

/** A workspace of its own for each test. */
async function makeWorkspace() {
  const namespace = `w${newId().replaceAll('-', '').slice(-12)}`
  await applyProcesses(
    started,
    namespace,
    { read: { yaml: VARIABLES, bpmn: READ } },
    { [`workspaces/${namespace}/workspace.yaml`]: workspace(namespace) },
  )
  const params = { namespace }
  return {
    params,
    get: async (user = admin) => (await as(user).parameters.get({ params })).parameters,
    set: async (parameters: Record<string, unknown>, user = admin) =>
      (await as(user).parameters.set({ params, input: { parameters } })).parameters,
    run: async () => {
      const input = { context: {} }
      return (await as(admin).bpm.run({ params: { namespace, code: 'read' }, input })).context
    },
    events: () =>
      make.asSystem(({ db }) =>
        db.all(sql<{ data: unknown }>`
          select data from kontor.events
          where type = 'workspace.parameters_changed' and object_id = ${`workspace:${namespace}`}`),
      ),
  }
}

test('a process reads the default until somebody sets a value', async () => {
  const { set, run } = await makeWorkspace()
  const before = await run()

  await set({ limit: 8, told: [admin.id] })

  expect(before).toMatchObject({ limit: 5, told: null })
  expect(await run()).toMatchObject({ limit: 8, told: [admin.id] })
})

test('what is left out stays, null goes back to the default', async () => {
  const { get, set } = await makeWorkspace()
  await set({ limit: 8, told: [admin.id] })

  expect(await set({ limit: null })).toEqual({ limit: 5, told: [admin.id] })
  expect(await get(reader)).toEqual({ limit: 5, told: [admin.id] })
})

test('it is told which are set, what their defaults are, and who may set them', async () => {
  const { set, params } = await makeWorkspace()
  await set({ limit: 5 })

  const known = await as(reader).parameters.get({ params })

  expect(known).toMatchObject({ set: ['limit'], maySet: false })
  expect(known.fields).toMatchObject([
    { code: 'limit', type: 'INTEGER', defaultValue: 5 },
    { code: 'told', type: 'SYS_USER', defaultValue: null },
    { code: 'token', type: 'STRING' },
  ])
  expect(await as(admin).parameters.get({ params })).toMatchObject({ maySet: true })
})

test('a change has one event, and setting the same again has none', async () => {
  const { set, events } = await makeWorkspace()

  await set({ limit: 8 })
  await set({ limit: 8 })

  expect((await events()).map(({ data }) => data)).toEqual([
    { before: { limit: 5, told: null }, after: { limit: 8, told: null } },
  ])
})

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown name', { limt: 1 }, 'unknown parameter "limt", expected one of limit, told'],
  ['a wrong value', { limit: 'many' }, 'field "limit"'],
  ['a value out of bounds', { limit: 0 }, 'field "limit"'],
  ['a user who is not there', { told: [newId()] }, 'there is no user with id'],
])('%s is refused', async (_, wanted, message) => {
  const { get, set } = await makeWorkspace()

  await expect(set({ ...wanted })).rejects.toThrow(message)
  expect(await get()).toEqual({ limit: 5, told: null })
})

test('who may read the workspace reads them, who may manage it sets them', async () => {
  const { get, set, params } = await makeWorkspace()

  await expect(get(stranger)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(set({ limit: 1 }, reader)).rejects.toMatchObject({ code: 'forbidden' })
  const unknown = as(admin).parameters.get({ params: { ...params, namespace: 'nowhere' } })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { definitionId } from '../../lib/codes.ts'
import type { Edit } from './operations.ts'

const { as, admin, make } = await startApp()
const client = as(admin)
const APP =
  'name: Orders\nfields:\n  title: { name: Title, type: STRING }\n  pay: { name: Pay, type: STRING }\n'
const files = solution('sales', {
  'workspaces/sales/apps/orders.yaml': `${APP}fieldRights:\n  pay: { "group:sales/chiefs": [read, update] }\n`,
  'workspaces/sales/groups/chiefs.yaml': 'name: Chiefs\n',
  'workspaces/depot/workspace.yaml': 'name: Depot\n',
  'people/users.yaml': 'users:\n  zoe: { lastName: Zoe }\n',
})
await client.solutions.apply({ input: { files } })
const SECRET = {
  'workspaces/secret/apps/plans.yaml': 'name: Plans\n',
}
await client.solutions.apply({
  input: { files: solution('secret', SECRET) },
})

const grant = (subject: string, kind: string, object: string) =>
  client.access.grant({ input: { kind, object, right: 'manage', subjectKind: 'user', subject } })

/** Somebody who manages these, and is no administrator. */
async function designer(...on: [kind: string, object: string][]) {
  const user = await make.user()
  const grants = []
  for (const [kind, object] of on) grants.push((await grant(user.id, kind, object)).grant.id)
  return { user, grants, client: as(user) }
}
const BOTH: [string, string][] = [
  ['workspace', 'sales'],
  ['workspace', 'depot'],
]
const ORDERS = 'workspaces/sales/apps/orders.yaml'
const create = (by: typeof client, code = 'sales') =>
  by.drafts.create({ input: { solution: code } })

test('manage on every workspace of a solution lets people design it, on one of them not', async () => {
  const [ann, bob, cat] = [
    await designer(...BOTH),
    await designer(['workspace', 'sales']),
    await designer(['solution', 'sales']),
  ]

  const { draft } = await create(ann.client)
  const params = { id: draft.id }
  const edits = [{ file: ORDERS, op: 'set' as const, at: ['name'], value: 'All orders' }]
  const { revision } = await ann.client.drafts.edit({ params, input: { edits } })
  const { version } = await ann.client.drafts.publish({ params, input: { revision } })

  expect(version).toBe(2)
  await expect(create(bob.client)).rejects.toMatchObject({ status: 403 })
  await expect(create(ann.client, 'secret')).rejects.toMatchObject({ status: 403 })
  await expect(create(ann.client, '_system')).rejects.toMatchObject({ status: 403 })
  const list = bob.client.drafts.list({ input: { solution: 'sales' } })
  await expect(list).rejects.toMatchObject({ status: 403 })
  await expect(bob.client.drafts.get({ params })).rejects.toMatchObject({ status: 404 })
  expect((await cat.client.drafts.list({ input: { solution: 'sales' } })).drafts).toHaveLength(1)
  expect((await cat.client.drafts.get({ params })).draft.author).toBe(ann.user.id)
  const foreign = cat.client.drafts.edit({ params, input: { edits } })
  await expect(foreign).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('author'),
  })
  await expect(cat.client.drafts.remove({ params })).rejects.toMatchObject({ status: 403 })
  await client.drafts.remove({ params })
})

test('people, groups and the solution itself are left to administrators', async () => {
  const { client: ann } = await designer(...BOTH)
  const { draft } = await create(ann)
  const params = { id: draft.id }
  const shown = draft.files.map(({ path }) => path)

  expect(shown).toContain(ORDERS)
  expect(shown).toContain('solution.yaml')
  expect(shown).not.toContain('people/users.yaml')
  const hidden = ann.drafts.getFile({ params, input: { path: 'people/users.yaml' } })
  await expect(hidden).rejects.toMatchObject({ status: 404 })
  for (const file of [
    'people/users.yaml',
    'solution.yaml',
    'modules/x.yaml',
    'workspaces/new/workspace.yaml',
    'workspaces/sales/groups/chiefs.yaml',
  ]) {
    const edits = [{ file, op: 'write' as const, text: 'name: X\n' }]
    const call = ann.drafts.edit({ params, input: { edits } })
    await expect(call, file).rejects.toMatchObject({ status: 403 })
    const moved = [{ file: ORDERS, op: 'rename' as const, to: file }]
    await expect(ann.drafts.edit({ params, input: { edits: moved } })).rejects.toMatchObject({
      status: 403,
    })
  }
})

test('whoever loses manage loses the draft', async () => {
  const ann = await designer(...BOTH)
  const { draft } = await create(ann.client)
  const params = { id: draft.id }

  await client.access.revokeGrant({ params: { id: ann.grants[0] ?? '' } })

  await expect(ann.client.drafts.get({ params })).rejects.toMatchObject({ status: 404 })
  await expect(ann.client.drafts.remove({ params })).rejects.toMatchObject({ status: 404 })
  expect((await ann.client.drafts.list({ input: {} })).drafts).toEqual([])
  expect((await client.drafts.get({ params })).draft.author).toBe(ann.user.id)
})

const edited = async (by: typeof client, edits: Edit[], code = 'sales') => {
  const { draft } = await create(by, code)
  const params = { id: draft.id }
  const { revision } = await by.drafts.edit({ params, input: { edits } })
  return { params, revision, publish: () => by.drafts.publish({ params, input: { revision } }) }
}
const rename = (name: string): Edit => ({ file: ORDERS, op: 'set', at: ['name'], value: name })
const write = (file: string, text: string): Edit => ({ file, op: 'write', text })
const refused = (text: string) => ({ status: 403, message: expect.stringContaining(text) })

test('processes, public forms, built-in workspaces and SQL are left to administrators', async () => {
  const { client: ann } = await designer(...BOTH)

  const processes = ['run.yaml', 'run.bpmn', 'run.cases.yaml'].map((file) => `processes/${file}`)
  const own = [...processes, 'apps/orders/forms/ask.yaml'].map((file) => `workspaces/sales/${file}`)
  const builtIn = ['apps/_companies/extension.yaml', 'apps/own.yaml', 'widgets/all.yaml']
  for (const file of [...own, ...builtIn.map((each) => `workspaces/_clients/${each}`)]) {
    const edits = [write(file, 'name: Run\n')]
    await expect(edited(ann, edits), file).rejects.toMatchObject(refused('administrators'))
  }
  const sql = await edited(ann, [
    write('workspaces/sales/reports/all.yaml', 'name: All\nsql: select 1 as one\n'),
  ])
  await expect(sql.publish()).rejects.toMatchObject(refused('SQL'))
})

test('publishing does not bring back people, members or rights that were taken away', async () => {
  const files = solution('firm', {
    'people/users.yaml': 'users:\n  eve: { lastName: Eve }\n',
    'workspaces/firm/workspace.yaml': 'name: Firm\nrights:\n  group:firm/chiefs: [manage]\n',
    'workspaces/firm/groups/chiefs.yaml': 'name: Chiefs\nmembers: ["user:eve"]\n',
    'workspaces/firm/apps/deals.yaml': 'name: Deals\n',
  })
  await client.solutions.apply({ input: { files } })
  const { client: ann } = await designer(['solution', 'firm'])
  const deals = (name: string) =>
    edited(ann, [write('workspaces/firm/apps/deals.yaml', `name: ${name}\n`)], 'firm')
  const grants = async () =>
    (await client.access.listGrants({ input: { kind: 'workspace', object: 'firm' } })).grants
  const [given] = await grants()
  await client.access.revokeGrant({ params: { id: given?.id ?? '' } })

  await (await deals('All deals')).publish()
  expect(await grants()).toEqual([])

  await client.users.remove({ params: { id: definitionId('user', 'global', 'eve') } })
  const again = await deals('Deals')
  await expect(again.publish()).rejects.toMatchObject(refused('people'))
})

test('a right that was taken back by hand stays so when something else in its app is published', async () => {
  const DEALS = 'workspaces/kept/apps/deals.yaml'
  const text = 'name: Deals\nrights:\n  group:all_users: [read, create]\n'
  await client.solutions.apply({ input: { files: solution('kept', { [DEALS]: text }) } })
  const { client: ann } = await designer(['solution', 'kept'])
  const on = { kind: 'app', object: 'kept/deals' }
  const rights = async () =>
    (await client.access.listGrants({ input: on })).grants.map(({ right }) => right).sort()
  const { grants } = await client.access.listGrants({ input: on })
  const create = grants.find(({ right }) => right === 'create')
  await client.access.revokeGrant({ params: { id: create?.id ?? '' } })

  await (await edited(ann, [write(DEALS, `${text}icon: ticket\n`)], 'kept')).publish()
  expect(await rights()).toEqual(['read'])
  const more = text.replace('create', 'create, update')
  await (await edited(ann, [write(DEALS, more)], 'kept')).publish()
  expect(await rights()).toEqual(['read', 'update'])

  const { effects } = await client.solutions.drift({ params: { code: 'kept' } })
  expect(effects).toEqual(['give back "create" on app kept/deals to group:global/all_users'])
  const { plan } = await client.solutions.plan({
    input: { files: solution('kept', { [DEALS]: more }) },
  })
  expect(plan.effects).toEqual(effects)
})

test('drift tells administrators what was granted by hand', async () => {
  const files = solution('granted', { 'workspaces/granted/apps/deals.yaml': 'name: Deals\n' })
  await client.solutions.apply({ input: { files } })
  const { user } = await designer(['app', 'granted/deals'])

  const { grants, effects } = await client.solutions.drift({ params: { code: 'granted' } })

  expect(grants).toMatchObject([{ kind: 'app', object: 'granted/deals', subject: user.id }])
  expect(effects).toEqual([])
})

test('what another solution left behind does not come back with its items', async () => {
  const files = solution('left', { 'workspaces/left/apps/staff.yaml': 'name: Staff\n' })
  await client.solutions.apply({ input: { files } })
  await client.solutions.remove({ params: { code: 'left' }, input: { allowLoss: 'true' } })
  const { client: ann } = await designer(['solution', 'sales'])

  const draft = await edited(ann, [
    write('workspaces/left/workspace.yaml', 'name: Left\n'),
    write('workspaces/left/apps/staff.yaml', 'name: Staff\n'),
  ])

  await expect(draft.publish()).rejects.toMatchObject(refused('"left"'))
})

test("of an administrator's draft others see their own files only", async () => {
  const { client: cat } = await designer(['solution', 'sales'])
  const { params } = await edited(client, [
    write('people/users.yaml', 'users:\n  zoe: { lastName: Secret }\n  bad: 1\n'),
    rename('Known'),
  ])

  const { plan, problems } = await cat.drafts.plan({ params })
  const { draft } = await cat.drafts.get({ params })

  const shown = JSON.stringify([plan, problems, draft])
  expect(shown).not.toContain('people/')
  expect(shown).not.toContain('Secret')
  expect(problems).not.toEqual([])
  await client.drafts.remove({ params })
})

test('a plan shows no values of fields that its reader may not see', async () => {
  const { client: ann } = await designer(...BOTH)
  const context = { title: 'A', pay: '5000' }
  await client.apps.createItem({
    params: { namespace: 'sales', code: 'orders' },
    input: { context },
  })
  const edits = [
    { file: ORDERS, op: 'remove' as const, at: ['fields', 'pay'] },
    { file: ORDERS, op: 'remove' as const, at: ['fieldRights'] },
  ]
  const planOf = async (by: typeof client) => {
    const { draft } = await create(by)
    await by.drafts.edit({ params: { id: draft.id }, input: { edits } })
    const { plan } = await by.drafts.plan({ params: { id: draft.id } })
    return plan?.changes.flatMap(({ blockers }) => blockers.flatMap(({ rows }) => rows)) ?? []
  }

  const [mine, theirs] = [await planOf(ann), await planOf(client)]

  expect(theirs.map(({ value }) => value)).toEqual(['5000'])
  expect(mine.map(({ value }) => value)).toEqual([null])
  const retyped = [
    { file: ORDERS, op: 'set' as const, at: ['fields', 'pay', 'type'], value: 'BOOLEAN' },
  ]
  const { publish } = await edited(ann, retyped)
  const error = await publish().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 409 })
  expect(JSON.stringify(error)).not.toContain('5000')
})

import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import type { Edit } from './operations.ts'

const { as, admin, make } = await startApp()
const client = as(admin)

/** Somebody who manages a solution, and is no administrator. */
async function designer(code: string) {
  const user = await make.user()
  const on = { kind: 'solution', object: code, right: 'manage' }
  await client.access.grant({ input: { ...on, subjectKind: 'user', subject: user.id } })
  return { user, client: as(user) }
}

const edited = async (by: typeof client, edits: Edit[], code: string) => {
  const { draft } = await by.drafts.create({ input: { solution: code } })
  const params = { id: draft.id }
  const { revision } = await by.drafts.edit({ params, input: { edits } })
  return { params, revision, publish: () => by.drafts.publish({ params, input: { revision } }) }
}
const write = (file: string, text: string): Edit => ({ file, op: 'write', text })
const refused = (text: string) => ({ status: 403, message: expect.stringContaining(text) })

const STAFF = (code: string) => `workspaces/${code}/apps/staff.yaml`
const PAY = '  pay: { name: Pay, type: STRING }\n'
const staff = (fields: string, rights = '') =>
  `name: Staff\nfields:\n  title: { name: Title, type: STRING }\n${fields}${rights}`
const apply = (code: string, app: string) =>
  client.solutions.apply({
    input: { files: solution(code, { [STAFF(code)]: app }), allowLoss: true },
  })

test('a renamed field has the rights that it had, not those that were taken back by hand', async () => {
  const subjects = { 'group:all_users': ['read'], 'group:administrators': ['read'] }
  const rights = (field: string) => `fieldRights:\n  ${field}: ${JSON.stringify(subjects)}\n`
  await apply('moved', staff(PAY, rights('pay')))
  const { client: ann } = await designer('moved')
  const grants = async (field: string) => {
    const on = { kind: 'field', object: `moved/staff/${field}` }
    return (await client.access.listGrants({ input: on })).grants
  }
  const [first] = await grants('pay')
  await client.access.revokeGrant({ params: { id: first?.id ?? '' } })
  const byHand = { kind: 'field', object: 'moved/staff/pay', right: 'read' }
  const { id } = await make.user()
  await client.access.grant({ input: { ...byHand, subjectKind: 'user', subject: id } })
  const left = (await grants('pay')).map(({ subject }) => subject).sort()

  const cost = '  cost: { name: Pay, type: STRING, renamedFrom: [pay] }\n'
  await (await edited(ann, [write(STAFF('moved'), staff(cost, rights('cost')))], 'moved')).publish()

  expect((await grants('cost')).map(({ subject }) => subject).sort()).toEqual(left)
  expect(await grants('pay')).toEqual([])
  expect(left).toHaveLength(2)
})

test('a plan shows no values of a field that had rights when it was taken out', async () => {
  const rights = 'fieldRights:\n  pay: { "group:administrators": [read] }\n'
  await apply('out', staff(PAY, rights))
  const params = { namespace: 'out', code: 'staff' }
  await client.apps.createItem({ params, input: { context: { title: 'A', pay: 'twelve' } } })
  const { client: ann } = await designer('out')
  const rowsOf = async (by: typeof client) => {
    const number = staff('  pay: { name: Pay, type: INTEGER }\n')
    const draft = await edited(by, [write(STAFF('out'), number)], 'out')
    const { plan } = await by.drafts.plan({ params: draft.params })
    await by.drafts.remove({ params: draft.params })
    return plan?.changes.flatMap(({ blockers }) => blockers.flatMap(({ rows }) => rows))
  }

  await apply('out', staff(''))

  expect(await rowsOf(client)).toMatchObject([{ value: 'twelve' }])
  expect(await rowsOf(ann)).toMatchObject([{ value: null }])
})

test('whoever designs an app does not open a field that is hidden from them', async () => {
  const SECRETS = 'workspaces/hush/apps/staff.yaml'
  const pay = { 'group:hush/chiefs': ['read'] }
  const text = (rights: string, fields = '  pay: { name: Pay, type: STRING }\n') =>
    `name: Staff\nfields:\n  title: { name: Title, type: STRING }\n${fields}${rights}`
  const guarded = `fieldRights:\n  pay: ${JSON.stringify(pay)}\n`
  const files = (app: string | undefined) =>
    solution('hush', {
      'workspaces/hush/workspace.yaml': 'name: Hush\n',
      ...(app !== undefined && { [SECRETS]: app }),
      'workspaces/hush/groups/chiefs.yaml': 'name: Chiefs\n',
    })
  const applied = (app?: string) =>
    client.solutions.apply({ input: { files: files(app), allowLoss: true } })
  await applied(text(guarded))
  const { user, client: ann } = await designer('hush')
  const publish = async (app: string) => {
    const draft = await edited(ann, [write(SECRETS, app)], 'hush')
    await ann.drafts
      .publish({ params: draft.params, input: { revision: draft.revision, allowLoss: true } })
      .finally(() => ann.drafts.remove({ params: draft.params }))
  }
  const mine = `fieldRights:\n  pay: { "user:${user.login}": [read] }\n`
  const renamed = '  cost: { name: Pay, type: STRING, renamedFrom: [pay] }\n'

  for (const app of [text(''), text(mine), text('', ''), text('', renamed)]) {
    await expect(publish(app), app).rejects.toMatchObject(refused('"pay" is hidden'))
  }
  await publish(text(guarded.replaceAll('pay:', 'cost:'), renamed))
  await publish(text(guarded))

  await applied()
  for (const app of [text(''), text(guarded)]) {
    await expect(publish(app), app).rejects.toMatchObject(refused('"pay" is hidden'))
  }
  await applied(text('', ''))
  for (const app of [text(''), text(guarded)]) {
    await expect(publish(app), app).rejects.toMatchObject(refused('"pay" is hidden'))
  }
  await applied(text(guarded))

  await applied(text(mine))
  await publish(text(''))
})

import { expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { people } from '../../../../test/people.ts'
import { definitionId } from '../../../lib/codes.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { applyPeople } from '../definitions.ts'
import { listByEmail } from './store.ts'

const { as, admin, make, request, connection } = await startApp()
const users = as(admin).users

const position = definitionId('position', 'global', 'clerk')
await make.asSystem((ctx) =>
  applyPeople(
    ctx,
    people('office', {
      departments: [
        { code: 'office', name: 'Office', positions: [{ code: 'clerk', name: 'Clerk' }] },
      ],
    }),
  ),
)

const get = async (id: string) => (await users.getPerson({ params: { id } })).user
const signIn = async (login: string, password: string) => {
  const body = JSON.stringify({ login, password })
  return request('/manage/v1/session', { method: 'POST', body })
}

test('a user is changed, and what a change does not name stays', async () => {
  const { id, login } = await make.user({ email: 'ann@firm.example' })
  const mobilePhone = [{ type: 'work', tel: '+1 (555) 010-0200' }]
  const input = { lastName: 'Lind', firstName: 'Maria', mobilePhone, hireDate: '2024-05-06' }

  const { user } = await users.updatePerson({ params: { id }, input })

  expect(user).toMatchObject({
    id,
    login,
    email: 'ann@firm.example',
    name: 'Lind Maria',
    mobilePhone: [{ type: 'work', tel: '+15550100200', ext: null, isValid: true }],
    hireDate: '2024-05-06',
    birthDate: null,
    status: 'active',
    deletedAt: null,
  })
  expect(await get(id)).toEqual(user)
  await users.updatePerson({ params: { id }, input: { hireDate: null, timezone: 'Europe/Riga' } })
  expect(await get(id)).toMatchObject({
    lastName: 'Lind',
    hireDate: null,
    timezone: 'Europe/Riga',
  })
})

test('what cannot be is refused', async () => {
  const [ann, bob] = [await make.user(), await make.user()]
  const params = { id: ann.id }
  await users.updatePerson({ params: { id: bob.id }, input: { externalId: 'hr-7' } })
  const wrong: [object, number][] = [
    [{ login: bob.login.toUpperCase() }, 409],
    [{ externalId: 'hr-7' }, 409],
    [{ login: 'with space' }, 400],
    [{ email: 'nobody' }, 400],
    [{ timezone: 'Moon/Crater' }, 400],
    [{ status: 'blocked' }, 400],
    [{ hireDate: '2024-02-31' }, 400],
    [{ mobilePhone: [{ type: 'work', tel: 'call me' }] }, 400],
    [{ positions: [newId()] }, 400],
  ]

  for (const [input, status] of wrong) {
    await expect(users.updatePerson({ params, input })).rejects.toMatchObject({ status })
  }
  const nobody = users.updatePerson({ params: { id: newId() }, input: {} })
  await expect(nobody).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('a user is put on positions', async () => {
  const { id } = await make.user()

  const { user } = await users.updatePerson({ params: { id }, input: { positions: [position] } })

  expect(user.positions).toEqual([position])
  const { user: left } = await users.updatePerson({ params: { id }, input: { positions: [] } })
  expect(left.positions).toEqual([])
})

test('blocking ends sessions and tokens at once, on every node', async () => {
  const other = await startApp({ connection })
  const password = 'correct horse'
  const ann = await make.user({ password })
  const session = (await signIn(ann.login, password)).headers.get('set-cookie') ?? ''
  const cookie = session.split(';')[0] ?? ''
  const ask = (address = '') => request(`${address}/manage/v1/session`, { headers: { cookie } })
  expect((await ask()).status).toBe(200)
  await other.as(ann).access.currentSession()

  const { user } = await users.block({ params: { id: ann.id } })

  expect(user.status).toBe('blocked')
  await expect(as(ann).access.currentSession()).rejects.toMatchObject({ status: 401 })
  expect((await ask()).status).toBe(401)
  expect((await signIn(ann.login, password)).status).toBe(401)
  const onOther = () =>
    other
      .as(ann)
      .access.currentSession()
      .then(
        () => 200,
        (e) => e.status,
      )
  await expect.poll(onOther).toBe(401)
  await users.unblock({ params: { id: ann.id } })
  expect((await get(ann.id)).status).toBe('active')
  expect((await signIn(ann.login, password)).status).toBe(200)
  await expect(as(ann).access.currentSession()).rejects.toMatchObject({ status: 401 })
})

test('a blocked user is let in again by unblocking only', async () => {
  const { id } = await make.user()
  await users.block({ params: { id } })

  const call = users.updatePerson({ params: { id }, input: { status: 'active' } })

  await expect(call).rejects.toMatchObject({ status: 400 })
})

test('a deleted user is nobody any more, and stays to be seen', async () => {
  const password = 'correct horse'
  const ann = await make.user({ password })
  const params = { id: ann.id }
  await users.updatePerson({ params, input: { positions: [position] } })
  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Left behind' },
  })
  const groupParams = { id: group.__id }
  await as(admin).scheme.addGroupItems({ params: groupParams, input: [ann.id] })

  await users.remove({ params })

  await expect(as(ann).access.currentSession()).rejects.toMatchObject({ status: 401 })
  expect((await signIn(ann.login, password)).status).toBe(401)
  const found = await get(ann.id)
  expect(found).toMatchObject({ groups: [], positions: [] })
  expect(found.deletedAt).not.toBeNull()
  const { group: after } = await as(admin).scheme.getGroup({ params: groupParams })
  expect(after.subOrgunitIds).toEqual([])
  for (const call of [users.remove, users.block, users.unblock]) {
    await expect(call({ params })).rejects.toMatchObject({ status: 404 })
  }
})

test('the last administrator can be neither blocked nor deleted', async () => {
  const { result } = await as(admin).scheme.listSubGroups({ params: { id: ADMINISTRATORS } })
  expect(result.total).toBe(0)
  const second = await make.user({ isAdministrator: true })
  await users.block({ params: { id: second.id } })
  const { group } = await as(admin).scheme.getGroup({ params: { id: ADMINISTRATORS } })
  const others = group.subOrgunitIds.filter((id) => id !== admin.id)
  await as(admin).scheme.removeGroupItems({ params: { id: ADMINISTRATORS }, input: others })
  const params = { id: admin.id }

  await expect(users.block({ params })).rejects.toMatchObject({ status: 400 })
  await expect(users.remove({ params })).rejects.toThrow('without an administrator')

  expect((await get(admin.id)).status).toBe('active')
  await as(admin).audit.list({})
})

test('users are found by a part of the name, the login or the e-mail', async () => {
  const mark = newId()
  await make.user({ lastName: `Name%${mark}` })
  await make.user({ login: `login-${mark}` })
  await make.user({ email: `${mark}@firm.example` })
  const gone = await make.user({ lastName: mark })
  await users.remove({ params: { id: gone.id } })
  const find = (input: object) => users.listPeople({ input: { text: mark, ...input } })

  expect(await find({})).toMatchObject({ total: 3 })
  expect((await find({ size: 2, from: 1 })).users).toHaveLength(2)
  expect(await find({ text: `e%${mark.toUpperCase()}` })).toMatchObject({ total: 1 })
  expect(await find({ status: 'blocked' })).toMatchObject({ total: 0, users: [] })
  expect((await find({ deleted: 'true' })).users.map(({ id }) => id)).toEqual([gone.id])
})

test('only administrators manage users', async () => {
  const ann = await make.user()
  const mine = as(ann).users
  const params = { id: ann.id }
  const calls = [
    () => mine.listPeople({}),
    () => mine.getPerson({ params }),
    () => mine.updatePerson({ params, input: {} }),
    () => mine.block({ params }),
    () => mine.unblock({ params }),
    () => mine.remove({ params }),
  ]

  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 403 })
})

test('every change has exactly one event, and what changes nothing has none', async () => {
  const ann = await make.user({ firstName: 'Ann' })
  const params = { id: ann.id }
  await users.updatePerson({ params, input: { firstName: 'Ann', positions: [] } })
  await users.updatePerson({ params, input: { firstName: 'Anna', positions: [position] } })
  await users.block({ params })
  await users.block({ params })
  await users.unblock({ params })
  await users.unblock({ params })
  await users.remove({ params })

  const { entries } = await as(admin).audit.list({ input: { object: `user:${ann.id}` } })

  const events = entries.map(({ type, data: { login: _, ...data } }) => [type, data]).toReversed()
  expect(events).toEqual([
    ['user.created', { isAdministrator: false }],
    [
      'user.updated',
      {
        changes: {
          first_name: { before: 'Ann', after: 'Anna' },
          positions: { before: [], after: [position] },
        },
      },
    ],
    ['user.blocked', {}],
    ['user.unblocked', {}],
    ['user.deleted', { groups: [], positions: [position] }],
  ])
})

test('whoever has an address is found without reading everybody', async () => {
  const plan = await make.asSystem(async ({ db }) => {
    // A few rows are read faster without an index, so the planner is told not to.
    await db.run(raw('set local enable_seqscan = off'))
    const all = vi.spyOn(db, 'all')
    await listByEmail(db, 'ann@firm.example')
    const [query = raw('')] = all.mock.calls[0] ?? []
    all.mockRestore()
    return JSON.stringify(await db.all(sql`explain ${query}`))
  })

  expect(plan).toContain('users_email')
})

import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { people } from '../../../../test/people.ts'
import { definitionId } from '../../../lib/codes.ts'
import { newId } from '../../../lib/ids.ts'
import { applyPeople } from '../definitions.ts'

let time = Date.parse('2026-01-14T08:02:11.402Z')
const { as, admin, make, request } = await startApp({ now: () => new Date(time) })

await make.asSystem((ctx) =>
  applyPeople(
    ctx,
    people('office', {
      departments: [
        { code: 'office', name: 'Office', positions: [{ code: 'clerk', name: 'Accountant' }] },
      ],
    }),
  ),
)
const position = definitionId('position', 'global', 'clerk')

const person = async (lastName: string, firstName: string, more: object = {}) => {
  time += 1000
  const login = firstName.toLowerCase()
  const user = await make.user({ login, lastName, firstName, email: `${login}@firm.example` })
  await as(admin).users.updatePerson({ params: { id: user.id }, input: more })
  return user
}
const maria = await person('Lind', 'Maria', {
  mobilePhone: [{ type: 'work', tel: '+15550100200' }],
  accounts: [{ type: 'telegram', login: 'mlind' }],
  hireDate: '2024-05-06',
  timezone: 'Europe/Riga',
  positions: [position],
})
const olof = await person('Lindqvist', 'Olof', { hireDate: '2020-01-01', externalId: 'hr-2' })
const ben = await person('Berg', 'Ben', { status: 'invited', displayedPosition: 'Guest' })
const nina = await person('Nord', 'Nina')
await as(admin).users.block({ params: { id: nina.id } })
const gone = await person('Gone', 'Gus')
await as(admin).users.remove({ params: { id: gone.id } })

const NAMES = new Map([maria, olof, ben, nina, gone].map(({ id, login }) => [id, login]))
const list = async (input: object) => (await as(admin).users.list({ input })).result
/** Logins of those this file made. */
const logins = async (input: object) => {
  const { result } = await list({ size: 100, ...input })
  return result.map(({ __id }) => NAMES.get(__id)).filter((login) => login !== undefined)
}

test('a user looks as the contract says', async () => {
  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Books' },
  })
  const params = { id: group.__id }
  await as(admin).scheme.addGroupItems({ params, input: [maria.id] })
  const response = await request('/pub/v1/user/list', {
    method: 'POST',
    headers: { 'x-token': admin.token },
    body: JSON.stringify({
      filter: { tf: { fullname: 'lind m' } },
      from: 0,
      size: 2,
      sortExpressions: [{ field: '__name', ascending: true }],
    }),
  })

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    success: true,
    error: '',
    result: {
      total: 1,
      result: [
        {
          __id: maria.id,
          id: maria.id,
          __name: 'Lind Maria',
          __createdAt: '2026-01-14T08:02:12.402000Z',
          __createdBy: '00000000-0000-0000-0000-000000000000',
          __updatedAt: '2026-01-14T08:02:12.402000Z',
          __updatedBy: admin.id,
          __deletedAt: null,
          __index: expect.any(Number),
          __version: Date.parse('2026-01-14T08:02:12Z') / 1000,
          __debug: false,
          __externalId: null,
          __subscribers: [],
          __status: { order: 0, status: 2 },
          fullname: { lastname: 'Lind', firstname: 'Maria', middlename: '' },
          login: 'maria',
          email: 'maria@firm.example',
          displayedPosition: 'Accountant',
          mobilePhone: [{ type: 'work', tel: '+15550100200', ext: null, isValid: true }],
          workPhone: [],
          accounts: [{ type: 'telegram', login: 'mlind' }],
          birthDate: null,
          hireDate: '2024-05-06T00:00:00Z',
          timezone: 'Europe/Riga',
          photo: null,
          avatar: [],
          osIds: [position],
          groupIds: [group.__id],
        },
      ],
    },
  })
})

test('GET takes the same request in one parameter, or none', async () => {
  const headers = { authorization: admin.token }
  const get = async (query: string) => {
    const response = await request(`/pub/v1/user/list${query}`, { headers })
    const body = (await response.json()) as {
      result?: { result: { __id: string }[]; total: number }
    }
    return { status: response.status, ...body.result }
  }

  const one = await get(`?query=${encodeURIComponent(JSON.stringify({ ids: [maria.id] }))}`)
  const all = await get('')

  expect(one).toMatchObject({ status: 200, total: 1, result: [{ __id: maria.id }] })
  expect(all).toMatchObject({ status: 200, total: 6 })
  expect(all.result).toHaveLength(6)
  expect((await get('?size=2&active=true')).result).toHaveLength(2)
  expect(await get('?query=%7B')).toMatchObject({ status: 400 })
})

test('filters of every kind find who they should', async () => {
  const cases: [string, object, string[]][] = [
    ['name', { tf: { fullname: 'LIND' } }, ['maria', 'olof']],
    ['parts of the name', { tf: { fullname: { firstname: 'o' } } }, ['olof']],
    ['login', { tf: { login: 'olo' } }, ['olof']],
    ['e-mail', { tf: { email: 'ben@' } }, ['ben']],
    ['statuses', { tf: { __status: [0, 3] } }, ['ben', 'nina']],
    ['one status', { tf: { __status: 0 } }, ['ben']],
    ['a phone', { tf: { mobilePhone: '555-0100' } }, ['maria']],
    ['an account', { tf: { accounts: 'MLIND' } }, ['maria']],
    ['days', { tf: { hireDate: { min: '2024-05-06', max: null } } }, ['maria']],
    ['a position', { tf: { osIds: [position] } }, ['maria']],
    ['the shown position', { tf: { displayedPosition: 'account' } }, ['maria']],
    ['an id', { tf: { __id: olof.id } }, ['olof']],
    ['nothing', { tf: {} }, ['maria', 'olof', 'ben', 'nina', 'gus']],
    ['all at once', { tf: { fullname: 'lind', login: 'm' } }, ['maria']],
    ['a flat key', { email: 'olof@firm.example' }, ['olof']],
    ['flat keys', { login: 'maria', 'fullname.lastname': 'lind' }, ['maria']],
    ['a flat path', { 'fullname.lastname': 'berg' }, ['ben']],
    ['eq', { eq: [{ field: 'fullname.lastname' }, { const: 'Lind' }] }, ['maria']],
    ['neq', { neq: [{ field: '__status' }, { const: 2 }] }, ['ben', 'nina']],
    ['in', { in: [{ field: '__status' }, { list: [0, 1] }] }, ['ben']],
    ['in, turned', { in: [{ const: ben.id }, { field: '__id' }] }, ['ben']],
    ['like', { like: [{ field: 'login' }, { const: 'o_of' }] }, ['olof']],
    ['link', { link: [{ field: 'osIds' }, { list: [position] }] }, ['maria']],
    ['or', { or: [{ login: 'ben' }, { tf: { login: 'nina' } }] }, ['ben', 'nina']],
    ['and not', { and: [{ tf: { fullname: 'lind' } }, { not: { login: 'olof' } }] }, ['maria']],
    ['empty', { eq: [{ field: '__externalId' }, { null: '' }] }, ['maria', 'ben', 'nina', 'gus']],
  ]

  for (const [what, filter, expected] of cases) {
    expect([what, await logins({ filter })]).toEqual([what, expected])
  }
})

test('deleted users are there unless they are not wanted', async () => {
  expect(await logins({})).toContain('gus')
  expect(await logins({ active: true })).toEqual(['maria', 'olof', 'ben', 'nina'])
  const { result } = await list({ ids: [gone.id] })
  expect(result[0]?.__deletedAt).not.toBeNull()
})

test('ids narrow, order sorts, pages do not overlap', async () => {
  const ids = [maria.id, olof.id, ben.id, newId()]
  const sortExpressions = [{ field: 'fullname', ascending: false }]

  expect(await logins({ ids, sortExpressions })).toEqual(['olof', 'maria', 'ben'])
  expect(await logins({ ids, sortExpressions, from: 1, size: 1 })).toEqual(['maria'])
  expect(await list({ ids, size: 0 })).toEqual({ result: [], total: 3 })
  expect(await list({ ids, from: 10 })).toEqual({ result: [], total: 3 })
  expect((await list({ size: -1 })).total).toBe(6)
  expect(await logins({ sortExpressions: [{ field: 'hireDate', ascending: true }] })).toEqual([
    'olof',
    'maria',
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ])
})

test('fields choose what is answered', async () => {
  const only = async (fields: object) => (await list({ ids: [maria.id], fields })).result[0]

  expect(await only({ login: true })).toEqual({ __id: maria.id, login: 'maria' })
  const rest = await only({ '*': true, login: false })
  expect(rest).toMatchObject({ email: 'maria@firm.example' })
  expect(rest).not.toHaveProperty('login')
})

test('a request that cannot be understood says why', async () => {
  const wrong: [object, string][] = [
    [{ filter: { tf: { nothing: 1 } } }, 'nothing'],
    [{ filter: { nothing: 1 } }, 'nothing'],
    [{ filter: { tf: { password_hash: 'x' } } }, 'password_hash'],
    [{ filter: { tf: { hireDate: 'soon' } } }, 'hireDate'],
    [{ active: {} }, 'active'],
    [{ ids: 'x' }, 'ids'],
    [{ sortExpressions: [{ field: 'groupIds', ascending: true }] }, 'groupIds'],
  ]

  for (const [input, word] of wrong) {
    const call = list(input)
    await expect(call).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(word),
    })
  }
})

test('everybody signed in sees users, and nobody sees passwords', async () => {
  const { result } = await as(ben).users.list({ input: { ids: [maria.id] } })

  expect(result.total).toBe(1)
  expect(JSON.stringify(result)).not.toContain('password')
})

const EMPLOYEES = { namespace: '_system_catalogs', code: 'employee' }
const employees = (input: object) => as(admin).apps.listItems({ params: EMPLOYEES, input })

test('people are found as employees too, like the items of an app', async () => {
  const eql = { query: "[__name] like 'Lind' and [email] = 'maria@firm.example'" }
  const named = await employees({ filter: { eql }, active: true })
  const counted = await employees({ filter: { tf: { fullname: 'lind' } }, size: 0 })
  const { item } = await as(admin).apps.getItem({ params: { ...EMPLOYEES, id: maria.id } })
  const { result } = await list({ ids: [maria.id] })

  const employee = { ...result[0], user: [maria.id], position: 'Accountant' }
  expect(named.result.result).toEqual([employee])
  expect(counted.result.total).toBe(2)
  expect(item).toEqual(employee)
  expect(item).toMatchObject({
    ...{ __id: maria.id, __name: 'Lind Maria', login: 'maria', displayedPosition: 'Accountant' },
    mobilePhone: [{ type: 'work', tel: '+15550100200' }],
  })
})

test('employees are only for reading, and as secret as people', async () => {
  const params = { ...EMPLOYEES, id: maria.id }
  const context = { email: 'other@firm.example' }
  const { secret } = await make.token({ user: admin.id, scopes: ['apps:write', 'tasks:read'] })
  const guest = await make.user({ isGuest: true })

  const refusal = 'change them as users'
  await expect(as(admin).apps.updateItem({ params, input: { context } })).rejects.toThrow(refusal)
  await expect(as(admin).apps.deleteItem({ params })).rejects.toThrow(refusal)
  await expect(
    as({ token: secret }).apps.listItems({ params: EMPLOYEES, input: {} }),
  ).rejects.toMatchObject({ status: 403 })
  const query = "count(from [_system_catalogs.employee] where [email] like 'a') > 0"
  const probe = (token: string) =>
    as({ token }).tasks.list({ input: { filter: { eql: { query } } } })
  await expect(probe(secret)).rejects.toMatchObject({ status: 403 })
  await expect(probe(admin.token)).resolves.toMatchObject({ result: { result: [] } })
  // Whoever may not see a person learns no more here than there.
  const said = (asked: Promise<object>) => asked.catch(({ message }: Error) => message)
  const [here, there] = await Promise.all([
    said(as(guest).apps.listItems({ params: EMPLOYEES, input: { size: 100 } })),
    said(as(guest).users.list({ input: { size: 100 } })),
  ])
  const unknown = newId()
  const [one, other] = await Promise.all(
    [maria.id, unknown].map((id) => said(as(guest).apps.getItem({ params: { ...EMPLOYEES, id } }))),
  )
  expect(here).toEqual(there)
  expect(String(one).replace(maria.id, unknown)).toBe(other)
})

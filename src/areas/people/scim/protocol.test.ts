import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { ENTERPRISE, newGroup, newUser, scimAt } from '../../../../test/scim.ts'
import { newId } from '../../../lib/ids.ts'

const { as, admin, make, request } = await startApp()
const { secret } = await make.token({ user: admin.id, scopes: ['scim:write'] })
const { call, patch, find } = scimAt({ request }, secret)

const create = async (more: object = {}, login = `user-${newId()}`): Promise<string> =>
  (await call('POST', '/Users', { ...newUser(login), ...more })).body.id
const idsIn = ({ Resources }: { Resources: { id: string }[] }) => Resources.map(({ id }) => id)

/** Each path with its value; a path is a key as well. */
const PATHS: Record<string, unknown> = {
  title: 'Clerk',
  'name.familyName': 'Berg',
  name: { givenName: 'Jo' },
  'emails[type eq "work"].value': 'new@firm.example',
  'emails[type eq "home"].value': 'new@home.example',
  'phoneNumbers[type eq "mobile"].value': '+15550100',
  'addresses[type eq "work"].locality': 'Oslo',
  'addresses[type eq "work" and primary eq true].region': 'North',
  'roles[primary eq "True"].value': 'clerk',
  'urn:ietf:params:scim:schemas:core:2.0:User:nickName': 'Jo',
  [`${ENTERPRISE}:department`]: 'Board',
  [`${ENTERPRISE}:manager.value`]: 'boss-2',
  [ENTERPRISE]: { costCenter: '17' },
  'urn:example:scim:schemas:extension:shoes:2.0:User:size': '42',
  'urn:example:scim:schemas:extension:shoes:2.0:User': { size: '42' },
}

test.each(Object.entries(PATHS))(
  'a change of %s is the same with a path, as a key, and in a new user',
  async (path, value) => {
    const login = `keys-${newId()}`
    const read = async (id: string) => {
      const { id: _, meta, ...rest } = (await call('GET', `/Users/${id}`)).body
      return rest
    }
    const named = await create({}, login)
    const asPath = await patch(`/Users/${named}`, [{ op: 'replace', path, value }])
    const changed = await read(named)
    await call('DELETE', `/Users/${named}`)

    const keyed = await create({}, login)
    const asKey = await patch(`/Users/${keyed}`, [{ op: 'replace', value: { [path]: value } }])
    expect([asPath.status, asKey.status]).toEqual([200, 200])
    expect(await read(keyed)).toEqual(changed)
    expect(Object.keys(changed).filter((key) => key.includes('['))).toEqual([])
    await call('DELETE', `/Users/${keyed}`)

    const made = await create({ [path]: value }, login)
    expect(Object.keys(await read(made)).toSorted()).toEqual(Object.keys(changed).toSorted())
  },
)

test('what never changes or cannot be missing is refused, and who leaves still leaves', async () => {
  const id = await create()
  const group = (await call('POST', '/Groups', newGroup(`Fixed ${newId()}`))).body.id
  const replace = (path: string, value: unknown) => ({ op: 'replace', path, value })
  const cases: [string, object, number, string | undefined][] = [
    [`/Users/${id}`, replace('id', newId()), 400, 'mutability'],
    [`/Users/${id}`, { op: 'replace', value: { id: newId() } }, 400, 'mutability'],
    [`/Users/${id}`, { op: 'remove', path: 'id' }, 400, 'mutability'],
    [`/Users/${id}`, { op: 'remove', path: 'userName' }, 400, 'mutability'],
    [`/Users/${id}`, replace('userName', null), 400, 'mutability'],
    [`/Users/${id}`, replace('userName', ''), 400, 'invalidValue'],
    [`/Users/${id}`, replace('meta.created', '2020-01-01'), 400, 'mutability'],
    [`/Users/${id}`, replace('groups', []), 400, 'mutability'],
    [`/Users/${id}`, { op: 'replace', value: { 'emails[type eq': 'x' } }, 400, 'invalidPath'],
    [`/Users/${id}`, { op: 'replace', value: { id, title: 'Clerk', meta: {} } }, 200, undefined],
    [`/Groups/${group}`, replace('id', newId()), 400, 'mutability'],
    [`/Groups/${group}`, { op: 'remove', path: 'displayName' }, 400, 'mutability'],
    [`/Groups/${group}`, replace('displayName', ''), 400, 'invalidValue'],
    [`/Groups/${group}`, { op: 'remove', path: 'externalId' }, 200, undefined],
  ]
  for (const [path, operation, status, scimType] of cases) {
    const answer = await patch(path, [operation])
    expect([operation, answer.status, answer.body.scimType]).toEqual([operation, status, scimType])
  }
  expect((await call('GET', `/Groups/${group}`)).body).not.toHaveProperty('externalId')

  const gone = await patch(`/Users/${id}`, [
    { op: 'replace', value: { active: false, id: newId(), 'emails[': 'x' } },
    { op: 'remove', path: 'userName' },
  ])
  expect(gone).toMatchObject({ status: 200, body: { id, active: false } })
})

test('a user tells the groups of the provider, and only those', async () => {
  const id = await create()
  const name = `Sales ${newId()}`
  const group = (await call('POST', '/Groups', newGroup(name, [id]))).body.id
  const { group: own } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: `Own ${newId()}` },
  })
  await as(admin).scheme.addGroupItems({ params: { id: own.__id }, input: [id] })

  const { groups } = (await call('GET', `/Users/${id}`)).body

  expect(groups).toMatchObject([{ value: group, display: name, type: 'direct' }])
  expect((await call('GET', `/Users/${id}?attributes=userName`)).body).not.toHaveProperty('groups')
  expect(idsIn(await find('/Users', `groups.value eq "${group}"`))).toEqual([id])
})

test('people are found by their manager, and groups by their members', async () => {
  const boss = await create()
  const manager = (value: unknown) => ({ [ENTERPRISE]: { manager: value } })
  const [ann, bob] = [await create(manager({ value: boss })), await create(manager(boss))]
  const group = (await call('POST', '/Groups', newGroup(`Found ${newId()}`, [ann]))).body.id

  for (const path of [`${ENTERPRISE}:manager`, `${ENTERPRISE}:manager.value`, 'manager']) {
    expect(idsIn(await find('/Users', `${path} eq "${boss}"`))).toEqual([ann, bob])
  }
  const filters = [
    `members eq "${ann}"`,
    `members.value eq "${ann}"`,
    `members[value eq "${ann}" and type eq "User"]`,
  ]
  for (const each of filters) expect(idsIn(await find('/Groups', each))).toEqual([group])
  expect(idsIn(await find('/Groups', `members[value eq "${ann}" and type eq "Group"]`))).toEqual([])
  expect(idsIn(await find('/Groups', `id eq "${group}" and not (members eq "${bob}")`))).toEqual([
    group,
  ])
})

test('everything that the schemas describe can be filtered by', async () => {
  type Attribute = { name: string; type: string; subAttributes?: Attribute[] }
  const { Resources } = (await call('GET', '/Schemas')).body
  const pathsOf = ({ name, type, subAttributes }: Attribute): string[] => {
    if (type === 'reference' || name === 'primary') return []
    const parts = subAttributes?.flatMap(pathsOf).map((each) => `${name}.${each}`) ?? []
    const value = parts.includes(`${name}.value`) ? [name] : []
    return subAttributes ? [...value, ...parts] : [name]
  }
  const known = new Set(['emails.type', 'emails.display'])
  let count = 0
  for (const { id, attributes } of Resources as { id: string; attributes: Attribute[] }[]) {
    const paths = attributes.flatMap(pathsOf).filter((each) => !known.has(each))
    for (const path of paths) {
      const full = id === ENTERPRISE ? `${id}:${path}` : path
      const list = id.endsWith(':Group') ? '/Groups' : '/Users'
      for (const test of ['pr', 'eq "x"', 'sw "x"'].slice(0, path === 'active' ? 2 : 3)) {
        const query = new URLSearchParams({ filter: `${full} ${test}` })
        expect([full, (await call('GET', `${list}?${query}`)).status]).toEqual([full, 200])
        count++
      }
    }
  }
  expect(count).toBeGreaterThan(60)
})

test('a list is filtered member by member', async () => {
  const id = await create({
    phoneNumbers: [
      { type: 'work', value: '+1' },
      { type: 'mobile', value: `+2${newId()}`, primary: true },
    ],
  })
  const { phoneNumbers } = (await call('GET', `/Users/${id}`)).body
  const mobile = phoneNumbers[1].value

  const same = `phoneNumbers[type eq "mobile" and value eq "${mobile}" and primary eq true]`
  expect(idsIn(await find('/Users', same))).toEqual([id])
  expect(idsIn(await find('/Users', same.replace('"mobile"', '"work"')))).toEqual([])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of the type %s is no request of a provider',
  async (type) => {
    const login = `typed-${newId()}`

    const answer = await call('POST', '/Users', newUser(login), { type })

    expect(answer).toMatchObject({
      status: 415,
      type: 'application/scim+json',
      body: { status: '415', detail: expect.stringContaining('application/scim+json') },
    })
    expect((await find('/Users', `userName eq "${login}"`)).totalResults).toBe(0)
  },
)

test('JSON with or without a charset is understood', async () => {
  for (const type of ['application/json', 'Application/SCIM+JSON; charset=utf-8']) {
    expect((await call('POST', '/Users', newUser(`t-${newId()}`), { type })).status).toBe(201)
  }
})

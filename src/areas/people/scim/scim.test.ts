import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { ENTERPRISE, newGroup, newUser, scimAt } from '../../../../test/scim.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'

const { as, admin, make, request } = await startApp()
const { secret } = await make.token({ user: admin.id, scopes: ['scim:write'], reach: 'everybody' })

const { call, patch, find } = scimAt({ request }, secret)

const person = async (id: string) => (await as(admin).users.getPerson({ params: { id } })).user

test('Entra ID looks for somebody, creates them, changes them and lets them go', async () => {
  const login = `joan-${newId()}`
  expect(await find('/Users', `userName eq "${newId()}"`)).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  })

  const created = await call('POST', '/Users', newUser(login))
  const { id } = created.body

  expect(created).toMatchObject({ status: 201, type: 'application/scim+json' })
  expect(created.location).toBe(created.body.meta.location)
  const { meta: _, ...sent } = newUser(login)
  expect(created.body).toMatchObject(sent)
  expect(await person(id)).toMatchObject({
    login,
    email: `${login}@firm.example`,
    name: 'Lind Joan',
    status: 'active',
    externalId: null,
  })

  // The default form: capital verbs, text for booleans, one path each.
  await patch(`/Users/${id}`, [
    { op: 'Replace', path: 'displayName', value: 'Joan B. Lind' },
    { op: 'Add', path: 'emails[type eq "home"].value', value: 'joan@home.example' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'jb@firm.example' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 (555) 010-0200' },
    { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Legal' },
    { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'boss-2' },
    { op: 'Replace', path: 'name.familyName', value: 'Berg' },
  ])

  const changed = (await call('GET', `/Users/${id}`)).body
  expect(changed).toMatchObject({
    displayName: 'Joan B. Lind',
    name: { familyName: 'Berg', givenName: 'Joan' },
    [ENTERPRISE]: { department: 'Legal', manager: 'boss-2' },
  })
  expect(changed.emails).toEqual([
    { primary: true, type: 'work', value: 'jb@firm.example' },
    { type: 'home', value: 'joan@home.example' },
  ])
  expect(await person(id)).toMatchObject({
    name: 'Berg Joan',
    email: 'jb@firm.example',
    mobilePhone: [{ type: 'mobile', tel: '+15550100200' }],
  })
  // The other form: lower case, one change without a path, dotted and long names.
  await patch(`/Users/${id}`, [
    {
      op: 'replace',
      value: {
        'name.givenName': 'Jo',
        title: 'Lawyer',
        [`${ENTERPRISE}:department`]: 'Board',
        [`${ENTERPRISE}:costCenter`]: '17',
      },
    },
  ])
  expect((await call('GET', `/Users/${id}`)).body).toMatchObject({
    name: { familyName: 'Berg', givenName: 'Jo' },
    title: 'Lawyer',
    [ENTERPRISE]: { department: 'Board', costCenter: '17', manager: 'boss-2' },
  })
  expect(await find('/Users', `externalId eq "key-${login}"`)).toMatchObject({
    totalResults: 1,
    Resources: [{ id }],
  })
  expect(await find('/Users', 'emails[type eq "work"].value eq "JB@firm.example"')).toMatchObject({
    Resources: [{ id }],
  })

  const gone = await patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }])

  expect(gone.body).toMatchObject({ active: false, title: 'Lawyer' })
  expect((await person(id)).status).toBe('blocked')
  expect((await find('/Users', `userName eq "${login.toUpperCase()}"`)).Resources[0].active).toBe(
    false,
  )
  await patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'True' }])
  expect((await person(id)).status).toBe('active')
  expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await call('GET', `/Users/${id}`)).status).toBe(404)
  expect((await call('POST', '/Users', newUser(login))).status).toBe(201)
})

test('Okta probes, finds, replaces and lets go without a path', async () => {
  const login = `okta-${newId()}`
  expect((await call('GET', '/Users?startIndex=1&count=2')).body.itemsPerPage).toBeLessThan(3)
  expect((await call('GET', '/Groups?startIndex=1&count=100')).status).toBe(200)
  const { id } = (await call('POST', '/Users', { ...newUser(login), password: 'secret-1' })).body
  const put = { ...newUser(login), id, title: 'Clerk', emails: [], phoneNumbers: [], active: true }

  const replaced = (await call('PUT', `/Users/${id}`, put)).body

  expect(replaced).toMatchObject({ id, title: 'Clerk', emails: [] })
  expect(JSON.stringify(replaced)).not.toContain('secret-1')
  expect(await person(id)).toMatchObject({ email: '', displayedPosition: 'Clerk' })

  await patch(`/Users/${id}`, [
    { op: 'replace', path: 'password', value: 'secret-2' },
    { op: 'replace', path: 'id', value: id },
  ])
  const read = await call('GET', `/Users/${id}`)
  expect([read.body.id, JSON.stringify(read.body).includes('secret-2')]).toEqual([id, false])

  const { status, body } = await patch(`/Users/${id}`, [
    { op: 'replace', value: { active: false } },
  ])

  expect({ status, ...body }).toMatchObject({ status: 200, active: false, title: 'Clerk' })
  expect((await call('PUT', `/Users/${id}`, { ...put, active: undefined })).body.active).toBe(false)
})

test('whoever goes loses sessions and tokens, whatever else the request says', async () => {
  const user = await make.user({ password: 'a password of ann' })
  await as(admin).substitutions.create({ input: { absent: user.id, substitute: admin.id } })
  const { token } = await make.user()
  expect((await as(user).access.currentSession()).user.id).toBe(user.id)

  const { status } = await patch(`/Users/${user.id}`, [
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'no address' },
    { op: 'Replace', path: 'na[[me', value: 'x' },
    { op: 'Shout', path: 'title', value: 'x' },
    { op: 'Replace', path: 'userName', value: admin.login },
    { op: 'Replace', path: 'title', value: 'x'.repeat(100_000) },
    { op: 'Replace', path: 'active', value: 'False' },
  ])

  expect(status).toBe(200)
  expect(await person(user.id)).toMatchObject({ status: 'blocked', login: user.login })
  await expect(as(user).access.currentSession()).rejects.toMatchObject({ status: 401 })
  expect((await as({ token }).access.currentSession()).user.login).not.toBe(user.login)
})

test('somebody who was there before keeps what the provider does not send', async () => {
  const { id, login } = await make.user({ email: 'ann@firm.example' })
  const workPhone = [{ type: 'work', tel: '123' }]
  await as(admin).users.updatePerson({ params: { id }, input: { workPhone, lastName: 'Lind' } })

  await patch(`/Users/${id}`, [{ op: 'add', value: { externalId: 'k-1', title: 'Clerk' } }])

  expect(await person(id)).toMatchObject({
    login,
    lastName: 'Lind',
    email: 'ann@firm.example',
    displayedPosition: 'Clerk',
    workPhone: [{ tel: '123' }],
  })
})

const membersOf = async (id: string): Promise<string[]> =>
  (await call('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value)

test('members of a group come and go in both dialects', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await make.user()).id))
  const [ann = '', bob = '', cleo = '', dan = ''] = ids
  const name = `Sales ${newId()}`
  const created = await call('POST', '/Groups', newGroup(name, [ann]))
  const { id } = created.body
  const path = `/Groups/${id}`
  expect(created).toMatchObject({
    status: 201,
    body: { displayName: name, externalId: `key-${name}` },
  })

  await patch(path, [{ op: 'Add', path: 'members', value: [{ value: bob }, { value: cleo }] }])
  await patch(path, [{ op: 'Remove', path: 'members', value: [{ value: ann }] }])
  await patch(path, [{ op: 'remove', path: `members[value eq "${bob}"]` }])
  expect(await membersOf(id)).toEqual([cleo])
  await patch(path, [
    { op: 'replace', value: { id, displayName: `${name}!`, members: [{ value: dan }] } },
  ])
  expect(await membersOf(id)).toEqual([dan])
  await patch(path, [{ op: 'replace', path: 'members', value: [{ value: ann }, { value: dan }] }])
  expect(await membersOf(id)).toEqual([dan, ann])

  const slim = await call('GET', `${path}?excludedAttributes=members`)
  expect(slim.body).not.toHaveProperty('members')
  expect(await find('/Groups', `displayName eq "${name.toUpperCase()}!"`)).toMatchObject({
    totalResults: 1,
  })
  const { memberships } = await as(admin).scheme.memberships({ params: { id: ann } })
  expect(memberships.map((each) => each.group.name)).toContain(`${name}!`)
  await expect(
    as(admin).scheme.addGroupItems({ params: { id }, input: [bob] }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('identity provider') })
  await expect(as(admin).scheme.deleteGroup({ params: { id } })).rejects.toMatchObject({
    status: 409,
  })
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', path)).status).toBe(404)
})

test('five thousand members are one request', async () => {
  await make.change(`
    insert into kontor.users (id, login)
    select gen_random_uuid(), 'many-' || n from generate_series(1, 5000) n`)
  const users = (await find('/Users', 'userName sw "many-"')) as { totalResults: number }
  const ids: string[] = []
  for (let startIndex = 1; startIndex <= 5000; startIndex += 200) {
    const query = new URLSearchParams({
      filter: 'userName sw "many-"',
      attributes: 'id',
      startIndex: String(startIndex),
      count: '200',
    })
    const { body } = await call('GET', `/Users?${query}`)
    ids.push(...body.Resources.map(({ id }: { id: string }) => id))
  }
  const { id } = (await call('POST', '/Groups', newGroup(`Many ${newId()}`))).body

  const { status } = await patch(`/Groups/${id}`, [
    { op: 'add', path: 'members', value: ids.map((value) => ({ value })) },
  ])

  expect({ status, total: users.totalResults, pages: new Set(ids).size }).toEqual({
    status: 200,
    total: 5000,
    pages: 5000,
  })
  expect(await membersOf(id)).toHaveLength(5000)
})

test('what the server can do is described', async () => {
  expect((await call('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
  })
  expect((await call('GET', '/ResourceTypes')).body.totalResults).toBe(2)
  expect((await call('GET', '/ResourceTypes/User')).body.endpoint).toBe('/Users')
  expect((await call('GET', '/Schemas')).body.totalResults).toBe(3)
  expect((await call('GET', `/Schemas/${ENTERPRISE}`)).body.name).toBe('EnterpriseUser')
})

test('wrong requests are refused in the words of the protocol, and nothing is stored', async () => {
  const { id } = (await call('POST', '/Users', newUser(`wrong-${newId()}`))).body
  const taken = (await person(id)).login
  const group = (await call('POST', '/Groups', newGroup(`Wrong ${newId()}`))).body
  const inner = (await call('POST', '/Groups', newGroup(`Inner ${newId()}`, [group.id]))).body
  const before = [await person(id), await call('GET', `/Groups/${group.id}`)]
  const user = `/Users/${id}`
  const cases: [string, string, unknown, number, string | undefined][] = [
    ['POST', '/Users', newUser(taken.toUpperCase()), 409, 'uniqueness'],
    ['POST', '/Users', {}, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'x y' }, 400, 'invalidValue'],
    ['POST', '/Groups', newGroup(group.displayName.toUpperCase()), 409, 'uniqueness'],
    ['POST', '/Groups', newGroup('New', [newId()]), 400, 'invalidValue'],
    ['POST', '/Groups', newGroup('New', [ADMINISTRATORS]), 400, 'invalidValue'],
    ['PATCH', user, { Operations: [{ op: 'remove' }] }, 400, 'invalidPath'],
    [
      'PATCH',
      user,
      { Operations: [{ op: 'replace', path: 'a[[b', value: 1 }] },
      400,
      'invalidPath',
    ],
    [
      'PATCH',
      user,
      { Operations: [{ op: 'add', path: '__proto__.bad', value: 1 }] },
      400,
      'invalidPath',
    ],
    [
      'PATCH',
      user,
      { Operations: [{ op: 'sing', path: 'title', value: 1 }] },
      400,
      'invalidSyntax',
    ],
    [
      'PATCH',
      user,
      { Operations: [{ op: 'replace', path: 'active', value: 'x' }] },
      400,
      'invalidValue',
    ],
    [
      'PATCH',
      user,
      { Operations: [{ op: 'add', path: 'title', value: 'x'.repeat(70_000) }] },
      400,
      'invalidValue',
    ],
    ['PATCH', user, { operations: 'none' }, 400, 'invalidSyntax'],
    ['PATCH', user, { Operations: [], junk: 'x'.repeat(11 * 1024 ** 2) }, 413, undefined],
    [
      'PATCH',
      `/Groups/${group.id}`,
      { Operations: [{ op: 'add', path: 'members', value: [{ value: inner.id }] }] },
      400,
      'invalidValue',
    ],
    ['PATCH', `/Groups/${ADMINISTRATORS}`, { Operations: [] }, 404, undefined],
    ['GET', '/Users?filter=userName+likes+"x"', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?filter=shoeSize+eq+1', undefined, 400, 'invalidFilter'],
    ['GET', `/Users?filter=${'('.repeat(100)}`, undefined, 400, 'invalidFilter'],
    ['GET', `/Users/${newId()}`, undefined, 404, undefined],
    ['GET', '/Users/not-an-id', undefined, 404, undefined],
  ]

  for (const [method, path, body, status, scimType] of cases) {
    const answer = await call(method, path, body)
    expect([method, path, answer.status, answer.body.scimType]).toEqual([
      method,
      path,
      status,
      scimType,
    ])
    expect(answer).toMatchObject({
      type: 'application/scim+json',
      body: { status: String(status) },
    })
  }
  expect([await person(id), await call('GET', `/Groups/${group.id}`)]).toEqual(before)
  expect(({} as { bad?: unknown }).bad).toBeUndefined()
})

test('who is a guest is made a member first', async () => {
  const guest = await make.user({ isGuest: true })

  const { status, body } = await call('POST', '/Users', newUser(guest.login))

  expect([status, body.detail]).toEqual([409, expect.stringContaining('Administration → Guests')])
  await as(admin).guests.makeMember({ params: { id: guest.id } })
  expect((await find('/Users', `userName eq "${guest.login}"`)).Resources).toMatchObject([
    { id: guest.id },
  ])
})

test('only administrators with the scope keep users up to date', async () => {
  const ann = await make.user()
  const narrow = await make.token({ user: admin.id, scopes: ['tasks:write'] })

  expect((await call('GET', '/Users', undefined, { token: ann.token })).status).toBe(403)
  expect((await call('GET', '/Users', undefined, { token: narrow.secret })).body).toMatchObject({
    status: '403',
  })
  expect((await call('GET', '/Users', undefined, { token: newId() })).status).toBe(401)
  await expect(as({ token: secret }).users.listPeople()).rejects.toMatchObject({ status: 403 })
})

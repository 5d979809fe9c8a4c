import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'

/** A token for provisioning changes those whom it brought, and no administrators, unless it was allowed to. */

const { as, admin, make, request } = await startApp()
type Reach = 'own' | 'people' | 'everybody'
const tokenOf = async (reach: Reach, scopes: string[] | null = ['scim:write']) =>
  (await make.token({ user: admin.id, scopes, reach })).secret
const tokens = {
  own: await tokenOf('own'),
  people: await tokenOf('people'),
  everybody: await tokenOf('everybody'),
}

async function call(token: string, method: string, path: string, body?: object) {
  const response = await request(`/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}
const patch = (token: string, path: string, Operations: object[]) =>
  call(token, 'PATCH', path, { Operations })

async function provisioned() {
  const { body } = await call(tokens.own, 'POST', '/Users', { userName: `joan-${newId()}` })
  return body as { id: string; userName: string }
}
const makeAdministrator = (id: string) =>
  as(admin).scheme.addGroupItems({ params: { id: ADMINISTRATORS }, input: [id] })
async function administrator() {
  const person = await provisioned()
  await makeAdministrator(person.id)
  return person
}
const groupWith = async (members: string[], token = tokens.everybody) => {
  const displayName = newId()
  const input = { displayName, members: members.map((value) => ({ value })) }
  return call(token, 'POST', '/Groups', input)
}
const personOf = async (id: string) => (await as(admin).users.getPerson({ params: { id } })).user

const title = [{ op: 'replace', path: 'title', value: 'Clerk' }]
const CHANGES: [string, (token: string, id: string) => Promise<{ status: number }>][] = [
  ['PATCH', (token, id) => patch(token, `/Users/${id}`, title)],
  ['PUT', (token, id) => call(token, 'PUT', `/Users/${id}`, { userName: `x-${id}` })],
  [
    'deactivation',
    (token, id) => patch(token, `/Users/${id}`, [{ op: 'replace', value: { active: false } }]),
  ],
  ['DELETE', (token, id) => call(token, 'DELETE', `/Users/${id}`)],
  ['a new group', (token, id) => groupWith([id], token)],
]

test.each(CHANGES)('%s: of whom a token may change', async (_, change) => {
  const isAllowed = async (reach: Reach, id: string) =>
    (await change(tokens[reach], id)).status < 300
  const [ann, bob, chief] = [await make.user(), await make.user(), await administrator()]

  expect(await isAllowed('own', ann.id)).toBe(false)
  expect(await isAllowed('people', chief.id)).toBe(false)
  expect(await isAllowed('own', chief.id)).toBe(false)
  expect(await personOf(chief.id)).toMatchObject({ status: 'active', displayedPosition: '' })

  expect(await isAllowed('own', (await provisioned()).id)).toBe(true)
  expect(await isAllowed('people', bob.id)).toBe(true)
  expect(await isAllowed('everybody', chief.id)).toBe(true)
})

test('the refusal says whom it is about and what would have to be allowed', async () => {
  const [ann, chief] = [await make.user(), await administrator()]

  const stranger = await patch(tokens.own, `/Users/${ann.id}`, title)
  const administrators = await patch(tokens.own, `/Users/${chief.id}`, title)

  expect(stranger.body.detail).toMatch(`"${ann.login}" was not created by provisioning`)
  expect(administrators.body.detail).toMatch(`"${chief.userName}" is an administrator`)
  expect(stranger.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
})

test('an administrator who is blocked, or is one through a group, is one', async () => {
  const [blocked, inner] = [await administrator(), await provisioned()]
  await patch(tokens.everybody, `/Users/${blocked.id}`, [
    { op: 'replace', value: { active: false } },
  ])
  const { body: group } = await groupWith([inner.id])
  await makeAdministrator(group.id)

  const letIn = [{ op: 'replace', value: { active: true } }]
  expect((await patch(tokens.people, `/Users/${blocked.id}`, letIn)).status).toBe(403)
  expect((await patch(tokens.people, `/Users/${inner.id}`, title)).status).toBe(403)
})

test('a group whose members are administrators is not for every token', async () => {
  const [ann, bob] = [await provisioned(), await provisioned()]
  const { body: group } = await groupWith([ann.id])
  await makeAdministrator(group.id)
  const path = `/Groups/${group.id}`
  const add = [{ op: 'add', path: 'members', value: [{ value: bob.id }] }]

  expect((await patch(tokens.people, path, add)).status).toBe(403)
  expect((await patch(tokens.people, path, [{ op: 'remove', path: 'members' }])).status).toBe(403)
  expect((await call(tokens.people, 'DELETE', path)).status).toBe(403)
  expect(
    (await patch(tokens.people, path, [{ op: 'add', path: 'members', value: [{ value: ann.id }] }]))
      .status,
  ).toBe(200)
  expect((await patch(tokens.everybody, path, add)).status).toBe(200)
})

test('nobody is created who would be an administrator through a default group', async () => {
  const { body: group } = await groupWith([])
  await makeAdministrator(group.id)
  const isDefault = (value: boolean) =>
    make.change(`update kontor.groups set is_default = ${value} where id = '${group.id}'`)
  const create = (token: string) =>
    call(token, 'POST', '/Users', { userName: `lee-${newId()}@larkmoor.example` })

  await isDefault(true)
  const [own, people, everybody] = [
    await create(tokens.own),
    await create(tokens.people),
    await create(tokens.everybody),
  ]
  await isDefault(false)

  expect([own.status, people.status, everybody.status]).toEqual([403, 403, 201])
  expect(own.body.detail).toContain('default group')
  expect((await create(tokens.own)).status).toBe(201)
})

test('the reach is chosen with the token, by who may do everything', async () => {
  const create = (token: string, reach?: Reach) =>
    as({ token }).access.createToken({ input: { name: 'Entra', scopes: ['scim:write'], reach } })
  const narrow = (await make.token({ user: admin.id, scopes: ['access:write', 'scim:write'] }))
    .secret

  expect((await create(narrow)).token.reach).toBe('own')
  await expect(create(narrow, 'people')).rejects.toMatchObject({ status: 403 })
  expect((await create(admin.token, 'people')).token.reach).toBe('people')
  const chief = await administrator()
  expect((await patch(await tokenOf('own', null), `/Users/${chief.id}`, title)).status).toBe(403)
})

test('provisioning gives nobody the address by which somebody resets their password', async () => {
  const email = `${newId()}@example.com`
  const ann = await make.user({ email, password: 'a long enough secret' })
  const emails = [{ value: email.toUpperCase(), type: 'work' }]
  const joan = await provisioned()

  const created = await call(tokens.own, 'POST', '/Users', { userName: newId(), emails })
  const changed = await patch(tokens.own, `/Users/${joan.id}`, [{ op: 'add', value: { emails } }])

  expect([created, changed]).toMatchObject([
    { status: 409, body: { scimType: 'uniqueness', detail: expect.stringContaining(ann.login) } },
    { status: 409 },
  ])
  // Whoever goes is let go all the same, and people without passwords may share a mailbox.
  const leaving = [{ op: 'replace', value: { active: false, emails } }]
  expect((await patch(tokens.own, `/Users/${joan.id}`, leaving)).status).toBe(200)
  const shared = [{ value: `${newId()}@example.com` }]
  for (const userName of [newId(), newId()]) {
    const answer = await call(tokens.own, 'POST', '/Users', { userName, emails: shared })
    expect(answer.status).toBe(201)
  }
})

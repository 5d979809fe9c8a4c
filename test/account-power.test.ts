import { expect, test } from 'vitest'
import { startOAuth } from './oauth.ts'

/** Three ways in which a narrow token or a program once took over an account. */

const stand = await startOAuth({ environment: { KONTOR_TRUST_PROXY: 'on' } })
const { admin, as, make, request } = stand

const tokenWith = async (...scopes: string[]) =>
  (await make.token({ user: admin.id, scopes })).secret

const emailOf = async (id: string) =>
  (await as(admin).users.getPerson({ params: { id } })).user.email

test('a token for provisioning does not change the address of an administrator', async () => {
  const chief = await make.user({ isAdministrator: true, email: 'chief@larkmoor.example' })

  const answer = await request(`/scim/v2/Users/${chief.id}`, {
    method: 'PATCH',
    headers: {
      'x-token': await tokenWith('scim:write'),
      'content-type': 'application/scim+json',
    },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'evil@evil.example' },
      ],
    }),
  })

  expect(answer.status).toBe(403)
  expect(await emailOf(chief.id)).toBe('chief@larkmoor.example')
})

test('a narrow token does not remove the second factors of others', async () => {
  const ann = await make.user()
  await make.change(`insert into kontor.authenticator_apps values ('${ann.id}', 'seed', 0, now())`)

  const answer = await request(`/manage/v1/users/${ann.id}/factors`, {
    method: 'DELETE',
    headers: { 'x-token': await tokenWith('access:write') },
  })

  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('*:write')
  const { people } = await as(admin).access.listFactors()
  expect(people.find(({ id }) => id === ann.id)).toMatchObject({ hasApp: true })
})

test('a connected program does not end the sessions of its person', async () => {
  const person = await stand.person()
  const { body } = await stand.token(await stand.allow(person))

  const answer = await request('/manage/v1/me/sessions', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${body.access_token}` },
  })

  expect(answer.status).toBe(403)
  const session = await request('/manage/v1/session', { headers: { cookie: person.cookie } })
  expect(session.status).toBe(200)
})

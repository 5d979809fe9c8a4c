import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { CLIENT, startLiar } from '../../../../test/oidc.ts'
import { browserOf, comingFrom, Jar } from '../../../../test/provider-sign-in.ts'
import {
  answerTo,
  formOf,
  readRequest,
  type Said,
  sign,
  startSamlProvider,
} from '../../../../test/saml.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'

/** Whom SCIM provisioned is found at the first sign-in by their `externalId`, where the provider may do that. */

const HOURS = 3600_000
const clock = { ahead: 0 }
const started = await startApp({
  environment: { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' },
  now: () => new Date(Date.now() + clock.ahead),
})
const { as, admin, make, request } = started
const liar = await startLiar()
const come = comingFrom(started, liar)
beforeEach(() => {
  clock.ahead = 0
})

type Connection = { subject?: 'entra'; externalIdClaim?: string }

async function provide(connection: Connection = {}, rules: object = { linksByExternalId: true }) {
  const code = `p-${newId()}`
  const oidc = { kind: 'oidc', issuer: liar.issuer, clientId: CLIENT.id, ...connection } as const
  await as(admin).providers.create({ input: { code, name: code, connection: oidc, rules } })
  return code
}

const tokenOf = async (reach: 'own' | 'people') =>
  (await make.token({ user: admin.id, scopes: ['scim:write'], reach })).secret
const tokens = { own: await tokenOf('own'), people: await tokenOf('people') }

async function scim(method: string, path: string, body: object, token = tokens.own) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/scim+json',
  }
  const answer = await request(`/scim/v2${path}`, { method, headers, body: JSON.stringify(body) })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as { id: string }
}

const provision = (externalId?: string) =>
  scim('POST', '/Users', { userName: `joan-${newId()}`, externalId })
const nameAnother = (id: string, externalId: string, token = tokens.own) =>
  scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'add', value: { externalId } }] }, token)

test.each<[string, Connection, (id: string) => object]>([
  ['the subject', {}, (sub) => ({ sub })],
  ['the object of Entra ID', { subject: 'entra' }, (oid) => ({ oid, tid: 'tenant' })],
  ['a claim', { externalIdClaim: 'employee' }, (employee) => ({ employee })],
])('somebody who was provisioned is found by %s, once', async (_, connection, said) => {
  const id = newId()
  const joan = await provision(id)
  const code = await provide(connection)
  const sub = newId()

  expect(await come(code, { sub, ...said(id) })).toMatchObject({ user: { id: joan.id } })

  const { identities } = await as(admin).providers.listOf({ params: { id: joan.id } })
  expect(identities).toMatchObject([{ provider: { code }, linkedBy: 'externalId' }])
  expect(await come(code, { sub, ...said(id) })).toMatchObject({ user: { id: joan.id } })
})

test('nobody is found by it unless the rules of the provider say so', async () => {
  const sub = newId()
  await provision(sub)

  expect((await come(await provide({}, {}), { sub })).reason).toBe('no_account')
})

test('nobody is found by an id that is not exactly theirs, or that provisioning did not give', async () => {
  const sub = newId()
  await provision(`${sub}A`)
  await provision()
  const ann = await make.user()
  const input = { externalId: sub }
  await as(admin).users.updatePerson({ params: { id: ann.id }, input })
  const code = await provide()
  const reason = async (said: object) => (await come(code, { ...said })).reason

  expect(await reason({ sub })).toBe('no_account')
  expect(await reason({ sub: `${sub}a` })).toBe('no_account')
  const claim = await provide({ externalIdClaim: 'employee' })
  for (const employee of [undefined, '', null, [`${sub}A`], ` ${sub}A`]) {
    expect((await come(claim, { employee })).reason).toBe('no_account')
  }
})

test('administrators, blocked people and two people with one id are not found by it', async () => {
  const [boss, gone, two] = [newId(), newId(), newId()]
  const chief = await provision(boss)
  await as(admin).scheme.addGroupItems({ params: { id: ADMINISTRATORS }, input: [chief.id] })
  const blocked = await provision(gone)
  await as(admin).users.block({ params: { id: blocked.id } })
  await provision(two)
  await provision(two)
  const code = await provide()
  const reason = async (sub: string) => (await come(code, { sub })).reason

  expect(await reason(boss)).toBe('administrator_by_hand')
  expect(await reason(gone)).toBe('blocked')
  expect(await reason(two)).toBe('ambiguous_external_id')
})

test('a token for provisioning does not lead its own account to somebody else', async () => {
  const [mine, theirs] = [newId(), newId()]
  const joan = await provision(theirs)
  const ann = await make.user()
  const code = await provide()
  expect(await come(code, { sub: theirs })).toMatchObject({ user: { id: joan.id } })

  // Who is linked to an account of the provider is not linked to another one.
  await nameAnother(joan.id, mine)
  clock.ahead = 73 * HOURS
  expect((await come(code, { sub: mine })).reason).toBe('linked_otherwise')

  // For anybody else, a changed id waits as long as a changed address.
  clock.ahead = 0
  const other = newId()
  await nameAnother(ann.id, other, tokens.people)
  expect((await come(code, { sub: other })).reason).toBe('new_external_id')
  clock.ahead = 73 * HOURS
  expect(await come(code, { sub: other })).toMatchObject({ user: { id: ann.id } })
})

test.each<[string, { externalId?: string }, (id: string) => Said]>([
  ['what people are known by', {}, (nameId) => ({ nameId })],
  ['an attribute', { externalId: 'id' }, (id) => ({ nameId: 'x', attributes: { id: [id] } })],
])('SAML: somebody who was provisioned is found by %s', async (_, attributes, saying) => {
  const company = await startSamlProvider()
  const { issuer, signInUrl, certificate: certificates } = company
  const code = `s-${newId()}`
  const audience = 'https://kontor.example.org'
  const saml = { kind: 'saml', issuer, signInUrl, certificates, audience, attributes } as const
  const input = { code, name: code, connection: saml, rules: { linksByExternalId: true } }
  await as(admin).providers.create({ input })
  const externalId = newId()
  const joan = await provision(externalId)
  const { start, finish } = browserOf(started)
  const jar = new Jar()

  const begun = readRequest(await start(jar, code))
  const answer = sign(answerTo(begun, saying(externalId)), company)
  const reply = await finish(jar, code, formOf(answer, begun))

  expect(await reply.json()).toMatchObject({ signedIn: { user: { id: joan.id } } })
})

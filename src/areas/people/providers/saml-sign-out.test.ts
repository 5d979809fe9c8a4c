import { createVerify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { browserOf, Jar } from '../../../../test/provider-sign-in.ts'
import { answerTo, formOf, newSigner, queryOf, readRequest, sign } from '../../../../test/saml.ts'
import { newId } from '../../../lib/ids.ts'
import { connectClient } from '../../../platform/db/db.ts'

/** Single logout of SAML: whoever signs out here does so there, and the other way round. */

const clock = { ahead: 0 }
const started = await startApp({ now: () => new Date(Date.now() + clock.ahead) })
const { as, admin, make, address, request } = started
const { start, finish, session, post } = browserOf(started)
const [company, stranger, own] = [newSigner(), newSigner(), newSigner()]
const secret = `${own.key.export({ type: 'pkcs8', format: 'pem' })}${own.certificate}`
const ISSUER = 'https://login.example.com/saml'
const SIGN_OUT = 'https://login.example.com/slo?tenant=1'

const database = await connectClient(started.connection)
afterAll(() => database.end())
beforeEach(async () => {
  clock.ahead = 0
  await database.query('delete from kontor.sign_in_failures')
})

async function addProvider(more: object = {}) {
  const code = `p-${newId().slice(-12)}`
  const connection = {
    kind: 'saml',
    issuer: ISSUER,
    signInUrl: 'https://login.example.com/sso',
    signOutUrl: SIGN_OUT,
    certificates: company.certificate,
    audience: 'https://kontor.example.org',
    ...more,
  } as const
  const rules = { domains: ['example.com'], linksByEmail: true, trustsEmail: true }
  await as(admin).providers.create({ input: { code, name: code, secret, connection, rules } })
  return code
}

/** A browser in which somebody signed in, with the session `s1` there. */
async function signedIn(code: string, nameId: string, attributes: Record<string, string[]>) {
  const jar = new Jar()
  const begun = readRequest(await start(jar, code))
  const answer = sign(answerTo(begun, { nameId, attributes }), company)
  expect((await finish(jar, code, formOf(answer, begun))).status).toBe(200)
  expect((await session(jar)).status).toBe(200)
  return jar
}
async function person() {
  const email = `${newId()}@example.com`
  await make.user({ email })
  return { nameId: newId(), attributes: { email: [email], id: [newId()] } }
}
const isIn = async (jar: Jar) => (await session(jar)).status === 200

/** What is in an address of HTTP-Redirect, if this server signed it. */
function readMessage(url: string, name: 'SAMLRequest' | 'SAMLResponse') {
  const { searchParams: query, search } = new URL(url)
  const text = search.slice(search.indexOf(name), search.indexOf('&Signature='))
  const key = new X509Certificate(own.certificate).publicKey
  const signature = Buffer.from(query.get('Signature') ?? '', 'base64')
  expect(createVerify('RSA-SHA256').update(text).verify(key, signature)).toBe(true)
  return inflateRawSync(Buffer.from(query.get(name) ?? '', 'base64')).toString()
}

test.each([
  ['the NameID', {}],
  ['an attribute', { attributes: { subject: 'id' } }],
])('whoever is known by %s and signs out here goes on to the provider', async (_, more) => {
  const code = await addProvider(more)
  const { nameId, attributes } = await person()
  const jar = await signedIn(code, nameId, attributes)

  const answer = await post(jar, '/session/sign-out')

  const { url } = (await answer.json()) as { url: string }
  expect(url).toMatch(`${SIGN_OUT}&SAMLRequest=`)
  const xml = readMessage(url, 'SAMLRequest')
  expect(xml).toMatch(/^<samlp:LogoutRequest /)
  expect(xml).toContain(`Destination="${SIGN_OUT}"`)
  expect(xml).toMatch(
    new RegExp(
      `<saml:NameID Format="[^"]*:persistent">${nameId}</saml:NameID><samlp:SessionIndex>s1<`,
    ),
  )
  expect(await isIn(jar)).toBe(false)
})

test('without an address for it nobody is sent there, and the description has none', async () => {
  const code = await addProvider({ signOutUrl: null })
  const { nameId, attributes } = await person()
  const jar = await signedIn(code, nameId, attributes)

  expect(await (await post(jar, '/session/sign-out')).json()).toEqual({ url: null })

  const describe = async (of: string) =>
    (await request(`/manage/v1/session/providers/${of}/metadata`)).text()
  expect(await describe(code)).not.toContain('SingleLogoutService')
  const other = await addProvider()
  expect(await describe(other)).toContain(
    `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${address}/sign-out/${other}"/>`,
  )
})

type Sent = {
  nameId: string
  index?: string
  destination?: string
  issuer?: string
  at?: number
  name?: string
  before?: string
}

function requestOf(code: string, sent: Sent) {
  const { nameId, index, issuer = ISSUER, at = 0, name = 'LogoutRequest', before = '' } = sent
  const { destination = `${address}/sign-out/${code}` } = sent
  const issued = new Date(Date.now() + at * 1000).toISOString()
  const who = nameId && `<saml:NameID>${nameId}</saml:NameID>`
  return (
    `${before}<samlp:${name} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="_1" Version="2.0" IssueInstant="${issued}" Destination="${destination}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>${who}` +
    `${index ? `<samlp:SessionIndex>${index}</samlp:SessionIndex>` : ''}</samlp:${name}>`
  )
}

const ask = (code: string, query: string) =>
  post(new Jar(), `/session/providers/${code}/sign-out`, { query })

test.each([
  ['the NameID', {}],
  ['an attribute', { attributes: { subject: 'id' } }],
])('a provider that knows people by %s signs somebody out', async (_, more) => {
  const code = await addProvider(more)
  const [ann, bob] = [await person(), await person()]
  const browsers = [
    await signedIn(code, ann.nameId, ann.attributes),
    await signedIn(code, ann.nameId, ann.attributes),
  ]
  const other = await signedIn(code, bob.nameId, bob.attributes)
  const states = () => Promise.all([...browsers, other].map(isIn))

  await ask(code, queryOf(company, requestOf(code, { nameId: ann.nameId, index: 'another' })))
  expect(await states()).toEqual([true, true, true])
  const answer = await ask(
    code,
    queryOf(company, requestOf(code, { nameId: ann.nameId, index: 's1' })),
  )

  expect(await states()).toEqual([false, false, true])
  const { url } = (await answer.json()) as { url: string }
  expect(url).toMatch(`${SIGN_OUT}&SAMLResponse=`)
  expect(new URL(url).searchParams.get('RelayState')).toBe('a b/c')
  expect(readMessage(url, 'SAMLResponse')).toMatch(/InResponseTo="_1".*:status:Success"/)
  await ask(code, queryOf(company, requestOf(code, { nameId: bob.nameId })))
  expect(await states()).toEqual([false, false, false])
})

test('a request that comes again does not end what was opened after it', async () => {
  const code = await addProvider()
  const { nameId, attributes } = await person()
  const query = queryOf(company, requestOf(code, { nameId, at: -20 }))

  const jar = await signedIn(code, nameId, attributes)

  expect((await ask(code, query)).status).toBe(200)
  expect(await isIn(jar)).toBe(true)
})

const nameId = 'id-of-victim'
const WRONG: [string, (code: string) => string, string][] = [
  [
    'is signed by nobody',
    (code) => queryOf(company, requestOf(code, { nameId })).split('&', 1).join(),
    'not signed',
  ],
  [
    'is signed by a stranger',
    (code) => queryOf(stranger, requestOf(code, { nameId })),
    'another certificate',
  ],
  [
    'is signed with SHA-1',
    (code) =>
      queryOf(company, requestOf(code, { nameId }), {
        algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        hash: 'RSA-SHA1',
      }),
    'not signed',
  ],
  [
    'was changed',
    (code) => queryOf(company, requestOf(code, { nameId })).replace('RelayState=a', 'RelayState=b'),
    'another certificate',
  ],
  [
    'has two requests',
    (code) => `${queryOf(company, requestOf(code, { nameId: 'x' }))}&SAMLRequest=x`,
    'twice',
  ],
  [
    'was sent elsewhere',
    (code) => queryOf(company, requestOf(code, { nameId, destination: 'https://other.example' })),
    'not sent to',
  ],
  [
    'is of another issuer',
    (code) => queryOf(company, requestOf(code, { nameId, issuer: 'https://other.example' })),
    'another issuer',
  ],
  ['is old', (code) => queryOf(company, requestOf(code, { nameId, at: -301 })), 'expired'],
  [
    'is of a time to come',
    (code) => queryOf(company, requestOf(code, { nameId, at: 120 })),
    'expired',
  ],
  ['names nobody', (code) => queryOf(company, requestOf(code, { nameId: '' })), 'who signs out'],
  [
    'is something else',
    (code) => queryOf(company, requestOf(code, { nameId, name: 'AuthnRequest' })),
    'no request to sign out',
  ],
  [
    'defines entities',
    (code) =>
      queryOf(company, requestOf(code, { nameId, before: '<!DOCTYPE x [<!ENTITY y "z">]>' })),
    'document type',
  ],
  ['is no XML', () => queryOf(company, 'nothing'), 'not XML'],
  [
    'is a bomb',
    (code) => queryOf(company, requestOf(code, { nameId: 'x'.repeat(1e6) })),
    'unpacked',
  ],
]

test.each(WRONG)('a request that %s ends nothing', async (_, write, words) => {
  const code = await addProvider()
  const email = `${newId()}@example.com`
  await make.user({ email })
  const jar = await signedIn(code, nameId, { email: [email] })

  const answer = await ask(code, write(code))

  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(words)
  expect(await isIn(jar)).toBe(true)
})

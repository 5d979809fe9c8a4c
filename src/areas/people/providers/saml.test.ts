import { request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { browserOf, Jar } from '../../../../test/provider-sign-in.ts'
import {
  answerTo,
  formOf,
  newSigner,
  readRequest,
  type Said,
  sign,
  startSamlProvider,
} from '../../../../test/saml.ts'
import { attacksWith, wordsOfStrangers } from '../../../../test/saml-attacks.ts'
import { connectClient } from '../../../platform/db/db.ts'

const clock = { ahead: 0 }
const started = await startApp({ now: () => new Date(Date.now() + clock.ahead) })
const { as, admin, make, address, request } = started
const { start, finish, session, post } = browserOf(started)
const company = await startSamlProvider()
const stranger = newSigner()

const AUDIENCE = 'https://kontor.example.org'
const connection = {
  kind: 'saml',
  issuer: company.issuer,
  signInUrl: company.signInUrl,
  certificates: company.certificate,
  audience: AUDIENCE,
} as const
const input = {
  code: 'company',
  name: 'Company',
  connection,
  rules: { domains: ['example.com'], linksByEmail: true, trustsEmail: true },
}
const { provider } = await as(admin).providers.create({ input })
const otherConnection = { ...connection, issuer: 'https://other.example', audience: 'other' }
await as(admin).providers.create({
  input: { ...input, code: 'other', connection: otherConnection },
})

const ann = await make.user({ login: 'ann', email: 'ann@example.com' })
const ANN: Said = { nameId: 'id-of-ann', attributes: { email: ['ann@example.com'] } }

const statusOf = async (code: string) =>
  (await as(admin).providers.list()).providers.find((each) => each.code === code)
const reasonOf = async (answer: Response) => ((await answer.json()) as { reason: string }).reason
const userOf = async (answer: Response) =>
  ((await answer.json()) as { signedIn?: { user?: { id: string } } }).signedIn?.user?.id

// So many attempts from one address would have to wait.
const database = await connectClient(started.connection)
afterAll(() => database.end())
beforeEach(async () => {
  await database.query('delete from kontor.sign_in_failures')
})

type Begun = ReturnType<typeof readRequest>
/** A sign-in that the provider answers with what `write` makes of the request. */
async function bring(write: (begun: Begun) => string, jar = new Jar()) {
  const begun = readRequest(await start(jar, 'company'))
  return finish(jar, 'company', formOf(write(begun), begun))
}
const say = (said: Said, signer = company) => bring((begun) => sign(answerTo(begun, said), signer))

test('somebody signs in by the page to which the provider posts, and is known by the NameID', async () => {
  company.people.set('id-of-ann', ANN)
  const jar = new Jar()
  const url = await start(jar, 'company', '/tasks?of=me')
  const page = await (
    await fetch(url, { method: 'POST', body: new URLSearchParams({ who: 'id-of-ann' }) })
  ).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  const form = String(
    new URLSearchParams({
      SAMLResponse: field('SAMLResponse'),
      RelayState: field('RelayState'),
    }),
  )

  // A browser sends no cookie of ours with what another site posts.
  const shown = await fetch(`${address}/sign-in/company`, {
    method: 'POST',
    headers: { origin: 'https://login.example.com' },
    body: form,
  })
  expect(shown.headers.get('cache-control')).toBe('no-store')
  const [, posted = ''] = /<meta name="posted" content="([^"]*)"/.exec(await shown.text()) ?? []
  const answer = await finish(jar, 'company', posted.replaceAll('&amp;', '&'))

  expect(await answer.json()).toMatchObject({
    returnTo: '/tasks?of=me',
    signedIn: { user: { id: ann.id } },
  })
  expect((await session(jar)).status).toBe(200)
  expect(await statusOf('company')).toMatchObject({ people: 1, lastFailure: null })
  // Another address: the identity counts.
  expect(await userOf(await say({ nameId: 'id-of-ann' }))).toBe(ann.id)
  expect(await (await post(jar, '/session/sign-out')).json()).toEqual({ url: null })
  expect((await session(jar)).status).toBe(401)
})

test('the request and the description say where to answer, and the cookie is sent by this site alone', async () => {
  const answer = await request('/manage/v1/session/providers/company/start', { method: 'POST' })
  const url = new URL(((await answer.json()) as { url: string }).url)
  const begun = readRequest(url)
  const callback = `${address}/sign-in/company`

  expect(url.href.startsWith(`${company.signInUrl}&SAMLRequest=`)).toBe(true)
  expect(begun).toMatchObject({ callback, issuer: AUDIENCE })
  expect(begun.id).toMatch(/^_[\w-]{43}$/)
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/Max-Age=600; HttpOnly; SameSite=(Strict|Lax)/)
  for (const secret of [begun.id.slice(1), begun.state]) expect(cookie).not.toContain(secret)

  const metadata = await request('/manage/v1/session/providers/company/metadata')
  expect(metadata.headers.get('content-type')).toBe('application/samlmetadata+xml')
  const text = await metadata.text()
  for (const each of [`entityID="${AUDIENCE}"`, `Location="${callback}"`, 'WantAssertionsSigned'])
    expect(text).toContain(each)
  expect(provider.addresses.metadata).toBe(
    `${address}/manage/v1/session/providers/company/metadata`,
  )
})

const good = (begun: Begun, said: Said = {}) => sign(answerTo(begun, { ...ANN, ...said }), company)

test.each(attacksWith({ company, stranger, victim: ANN }))(
  'an answer with %s is refused, and nothing is written',
  async (_, text, write) => {
    const jar = new Jar()
    const before = await countRows()

    const answer = await bring(write, jar)

    expect(await reasonOf(answer)).toBe('provider_failed')
    expect((await statusOf('company'))?.lastFailure).toContain(text)
    expect(await countRows()).toEqual(before)
    expect((await session(jar)).status).toBe(401)
  },
)

const countRows = async () =>
  (
    await started.app.platform.pool.query(`select
      (select count(*) from kontor.users) as users,
      (select count(*) from kontor.user_identities) as identities,
      (select count(*) from kontor.sessions) as sessions`)
  ).rows

test.each<[string, (begun: Begun) => string]>([
  ['as it is', (b) => good(b)],
  ['signed twice', (b) => sign(good(b), { ...company, element: 'Response' })],
  [
    'as Entra ID and Keycloak write it',
    (b) =>
      sign(answerTo(b, ANN).replaceAll('><', '>\n <'), { ...company, prefix: '' }).replace(
        /(SignatureValue>.{76})/,
        '$1\r\n',
      ),
  ],
  ['with clocks that differ a little', (b) => good(b, { notBefore: 30, notOnOrAfter: -30 })],
])('the same answer with nothing wrong is accepted: %s', async (_, write) => {
  expect(await userOf(await bring(write))).toBe(ann.id)
})

test('an answer works once, in the browser that asked, at the provider that was asked, and in time', async () => {
  const jar = new Jar()
  const begun = readRequest(await start(jar, 'company'))
  const form = formOf(good(begun), begun)

  const elsewhere = await finish(new Jar(), 'company', form)
  const first = await finish(jar, 'company', form)
  const again = await finish(jar, 'company', form)
  expect(await reasonOf(elsewhere)).toBe('attempt_unknown')
  expect(first.status).toBe(200)
  expect(await reasonOf(again)).toBe('attempt_unknown')

  // A new attempt does not make an old answer new.
  expect(await reasonOf(await bring(() => good(begun)))).toBe('provider_failed')
  expect((await statusOf('company'))?.lastFailure).toContain('another request')

  const mixed = readRequest(await start(jar, 'company'))
  expect(await reasonOf(await finish(jar, 'other', formOf(good(mixed), mixed)))).toBe(
    'attempt_unknown',
  )
  const unsolicited = await finish(jar, 'company', formOf(good(begun), { state: '/tasks' }))
  expect(await reasonOf(unsolicited)).toBe('attempt_unknown')

  const late = readRequest(await start(jar, 'company'))
  clock.ahead = 11 * 60 * 1000
  const tooLate = await finish(jar, 'company', formOf(good(late), late)).finally(() => {
    clock.ahead = 0
  })
  expect(await reasonOf(tooLate)).toBe('attempt_unknown')
})

test('a comment does not cut a name short', async () => {
  const written = (begun: Begun) =>
    good(begun, { nameId: 'id-of-ann.evil' }).replace('id-of-ann.evil', 'id-of-ann<!-- -->.evil')

  // The address is Ann's, so it is linked to her, but it is another identity.
  expect(await userOf(await bring(written))).toBe(ann.id)
  const { rows } = await started.app.platform.pool.query(
    'select subject from kontor.user_identities order by subject',
  )
  expect(rows).toEqual([{ subject: 'id-of-ann' }, { subject: 'id-of-ann.evil' }])
})

test('too much is not read', async () => {
  const much = 'x'.repeat(10_000_000)
  const posted = await request('/sign-in/company', { method: 'POST', body: much })
  expect(posted.status).toBe(413)
  expect((await finish(new Jar(), 'company', much.slice(0, 1_000_000))).status).toBe(413)
  expect((await finish(new Jar(), 'company', 'x'.repeat(500_000))).status).toBe(400)
})

test('what the page is given stays text', async () => {
  const body = 'RelayState="><script>alert(1)</script>$&'
  const page = await (await request('/sign-in/company', { method: 'POST', body })).text()

  expect(page).toContain(
    'content="RelayState=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;"',
  )
})

test('what the provider refuses is said', async () => {
  const answer = await bring((begun) => answerTo(begun, { status: 'Responder' }))

  expect(answer.status).toBe(401)
  expect(await reasonOf(answer)).toBe('provider_refused')
  expect((await statusOf('company'))?.lastFailure).toBe('the provider answered Responder')
})

test.each(wordsOfStrangers(company))(
  'administrators are not told what strangers wrote as %s',
  async (_, write) => {
    await bring(write)

    const { lastFailure = null } = (await statusOf('company')) ?? {}
    expect(lastFailure).not.toBeNull()
    expect(lastFailure).not.toContain('evil')
  },
)

test('who signed in long ago at the provider is asked there again before what is dangerous', async () => {
  const signIn = async (asksAgain: boolean) => {
    const jar = new Jar()
    const answer = await post(jar, '/session/providers/company/start', { asksAgain })
    const url = new URL(((await answer.json()) as { url: string }).url)
    const page = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ who: 'id-of-ann' }),
    })
    const [, response = ''] = /name="SAMLResponse" value="([^"]*)"/.exec(await page.text()) ?? []
    const begun = readRequest(url)
    await finish(jar, 'company', formOf(Buffer.from(response, 'base64').toString(), begun))
    return post(jar, '/me/factors/recovery-codes')
  }
  company.people.set('id-of-ann', { ...ANN, askedAgo: 3600 })

  const silent = await signIn(false)
  const asked = await signIn(true)

  expect(await silent.json()).toMatchObject({ code: 'confirmation_needed' })
  expect(await asked.json()).not.toMatchObject({ code: 'confirmation_needed' })
})

test('without its public address the server names no address of a request to a provider', async () => {
  const call = (path: string, method: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json' }
      const sent = send(`${address}/manage/v1/session/providers/company/${path}`, {
        method,
        headers,
      })
      sent.on('response', async (answer) =>
        resolve({ status: answer.statusCode ?? 0, body: await text(answer) }),
      )
      sent.on('error', reject).end(method === 'POST' ? '{}' : undefined)
    })

  for (const answer of [await call('start', 'POST'), await call('metadata', 'GET')]) {
    expect(answer).toMatchObject({
      status: 503,
      body: expect.stringContaining('KONTOR_PUBLIC_URL'),
    })
  }
})

test('groups, new people and what they are known by come from attributes', async () => {
  const attributes = { subject: 'oid', groups: 'memberOf', email: 'mail', login: 'uid' }
  const next = newSigner({ until: '260101000000Z' })
  const certificates = `${stranger.certificate}${next.certificate}`
  const rules = {
    ...input.rules,
    newUsers: 'group' as const,
    requiredGroup: 'staff',
    groups: [{ value: 'staff', name: 'Staff of SAML' }],
  }
  const { provider: rich } = await as(admin).providers.create({
    input: {
      ...input,
      code: 'rich',
      connection: { ...connection, attributes, certificates },
      rules,
    },
  })
  const come = async (said: Said['attributes']) => {
    const jar = new Jar()
    const begun = readRequest(await start(jar, 'rich'))
    const xml = sign(answerTo(begun, { format: 'urn:x', attributes: said ?? {} }), next)
    return (await finish(jar, 'rich', formOf(xml, begun))).json()
  }
  const eve = { oid: ['7'], memberOf: ['all', 'staff'], mail: ['eve@example.com'], uid: ['eve'] }

  const created = (await come(eve)) as { signedIn: { user: { id: string; login: string } } }
  const { id, login } = created.signedIn.user
  expect(login).toBe('eve')
  const hasGroup = async () =>
    (await as(admin).scheme.memberships({ params: { id } })).memberships.some(
      ({ group }) => group.name === 'Staff of SAML',
    )
  expect(await hasGroup()).toBe(true)
  const { memberOf: _, ...without } = eve
  // Entra ID says where there would be more than it sends.
  await come({ ...without, 'http://schemas.microsoft.com/claims/groups.link': ['https://x'] })
  expect(await hasGroup()).toBe(true)
  await come(without)
  expect(await hasGroup()).toBe(false)
  expect(
    await come({ ...eve, oid: ['8'], uid: ['mallory'], mail: [], memberOf: [] }),
  ).toMatchObject({
    reason: 'not_in_group',
  })
  expect(await come({ ...eve, oid: ['7', '8'] })).toMatchObject({ reason: 'provider_failed' })
  expect(await come({ ...eve, oid: [] })).toMatchObject({ reason: 'provider_failed' })

  const { isGood, findings } = await as(admin).providers.test({ params: { id: rich.id } })
  expect(isGood).toBe(true)
  expect(findings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/CN=login, valid until .*2039/),
    expect.stringMatching(/CN=login, expired .*2026/),
  ])
})

test('somebody who is signed in links an account of the provider, and a blocked one stays out', async () => {
  const jar = new Jar()
  const bob = await make.user({ login: 'bob', password: 'a password of bob' })
  await post(jar, '/session', { login: 'bob', password: 'a password of bob' })
  const begun = readRequest(
    new URL(
      (
        (await (await post(jar, '/me/identities', { provider: 'company' })).json()) as {
          url: string
        }
      ).url,
    ),
  )

  const linked = await finish(jar, 'company', formOf(good(begun, { nameId: 'id-of-bob' }), begun))

  expect(await linked.json()).toMatchObject({ signedIn: null })
  expect(await userOf(await say({ nameId: 'id-of-bob' }))).toBe(bob.id)
  await as(admin).users.block({ params: { id: bob.id } })
  expect(await reasonOf(await say({ nameId: 'id-of-bob' }))).toBe('blocked')
})

test.each<[string, object, string]>([
  ['no certificate', { certificates: 'BEGIN CERTIFICATE' }, 'expected certificates as PEM'],
  ['a short key', { certificates: newSigner({ bits: 1024 }).certificate }, 'at least 2048 bits'],
  ['an open address', { signInUrl: 'http://login.example.com' }, 'expected https'],
  ['an audience with spaces', { audience: 'a b' }, 'connection.audience'],
])('a provider with %s is refused', async (_, change, text) => {
  const refused = as(admin).providers.create({
    input: { ...input, code: 'wrong', connection: { ...connection, ...change } },
  })

  await expect(refused).rejects.toThrow(text)
})

test('a provider of SAML has no secret, and one of another kind no description', async () => {
  const withSecret = as(admin).providers.create({ input: { ...input, code: 'x', secret: 'x' } })
  await expect(withSecret).rejects.toThrow('field "secret"')
  const oidc = { kind: 'oidc', issuer: 'https://x.example', clientId: 'x' } as const
  await as(admin).providers.create({ input: { ...input, code: 'oidc', connection: oidc } })
  expect((await request('/manage/v1/session/providers/oidc/metadata')).status).toBe(404)
})

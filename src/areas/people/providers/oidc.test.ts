import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { CLIENT, startLiar, startOidcProvider } from '../../../../test/oidc.ts'
import { browserOf, comeBack, Jar } from '../../../../test/provider-sign-in.ts'

const clock = { ahead: 0 }
const started = await startApp({
  environment: { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' },
  now: () => new Date(Date.now() + clock.ahead),
})
const { as, admin, make, address, request } = started
const { start, finish, session, post } = browserOf(started)

const real = await startOidcProvider(() => address, 'company')
real.start()
const liar = await startLiar()

const input = (code: string, issuer: string, secret: string | null = null) => ({
  code,
  name: code,
  connection: { kind: 'oidc', issuer, clientId: CLIENT.id } as const,
  secret,
  rules: { domains: ['example.com'], linksByEmail: true },
})
const { provider } = await as(admin).providers.create({
  input: input('company', real.issuer, CLIENT.secret),
})
await as(admin).providers.create({ input: input('liar', liar.issuer) })

const ann = await make.user({ login: 'ann', email: 'ann@example.com' })
real.people.set('1', { email: 'ann@example.com', email_verified: true })

async function signIn(jar = new Jar(), who = '1') {
  const back = await comeBack(await start(jar, 'company', '/tasks?of=me'), who)
  return { jar, back, answer: await finish(jar, 'company', back.search.slice(1)) }
}
/** A sign-in with the liar, which says what the test wants. */
async function lie(
  said: (nonce: string) => Record<string, unknown>,
  query = 'code=x',
  code = 'liar',
) {
  const jar = new Jar()
  const { searchParams } = await start(jar, code)
  const now = Math.floor((Date.now() + clock.ahead) / 1000)
  const usual = { iss: liar.issuer, aud: CLIENT.id, sub: 'x', iat: now, exp: now + 60 }
  liar.said = { ...usual, ...said(searchParams.get('nonce') ?? '') }
  const state = new URLSearchParams({ state: searchParams.get('state') ?? '' })
  return finish(jar, code, `${query}&${state}`)
}
const reasonOf = async (answer: Response) => ((await answer.json()) as { reason: string }).reason
const statusOf = async (code: string) =>
  (await as(admin).providers.list()).providers.find((each) => each.code === code)

test('somebody signs in with the provider, and is known there by what never changes', async () => {
  const { jar, answer } = await signIn()

  expect(await answer.json()).toMatchObject({
    returnTo: '/tasks?of=me',
    signedIn: { user: { id: ann.id } },
  })
  expect(await (await session(jar)).json()).toMatchObject({ user: { login: 'ann' } })
  const { identities } = await as(ann).providers.listOwn()
  expect(identities).toMatchObject([{ provider: { code: 'company' }, linkedBy: 'email' }])
  expect(await statusOf('company')).toMatchObject({ people: 1, lastFailure: null })
  expect((await statusOf('company'))?.lastSignInAt).not.toBeNull()

  // Another address, and one that is somebody else's: the identity counts.
  await make.user({ email: 'new@example.com' })
  real.people.set('1', { email: 'new@example.com', email_verified: true })
  expect(await (await signIn()).answer.json()).toMatchObject({ signedIn: { user: { id: ann.id } } })
})

test('the request has PKCE, a state and a nonce; the browser has a cookie that only pages of this site send', async () => {
  const answer = await request('/manage/v1/session/providers/company/start', { method: 'POST' })
  const { searchParams } = new URL(((await answer.json()) as { url: string }).url)

  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: CLIENT.id,
    response_type: 'code',
    redirect_uri: `${address}/sign-in/company`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/Max-Age=600; HttpOnly; SameSite=(Strict|Lax)/)
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(cookie).not.toContain(searchParams.get(name))
})

test.each([
  ['another browser', async (back: URL) => finish(new Jar(), 'company', back.search.slice(1))],
  [
    'a forged state',
    async (back: URL, jar: Jar) => {
      back.searchParams.set('state', `${back.searchParams.get('state')?.slice(0, 8)}forged`)
      return finish(jar, 'company', back.search.slice(1))
    },
  ],
  ['no state', async (_: URL, jar: Jar) => finish(jar, 'company', 'code=x')],
  ['another provider', async (back: URL, jar: Jar) => finish(jar, 'liar', back.search.slice(1))],
  [
    'too late',
    async (back: URL, jar: Jar) => {
      clock.ahead = 11 * 60 * 1000
      return finish(jar, 'company', back.search.slice(1)).finally(() => {
        clock.ahead = 0
      })
    },
  ],
])('a sign-in is not finished by %s', async (_, attack) => {
  const jar = new Jar()
  const back = await comeBack(await start(jar, 'company'), '1')

  const answer = await attack(back, jar)

  expect(answer.status).toBe(401)
  expect(await reasonOf(answer)).toBe('attempt_unknown')
  expect((await session(jar)).status).toBe(401)
})

test('a code is used once, also in an attempt of its own', async () => {
  const { jar, back } = await signIn()
  const other = new Jar()
  const { searchParams } = await start(other, 'company')
  back.searchParams.set('state', searchParams.get('state') ?? '')

  const again = await finish(jar, 'company', back.search.slice(1))
  const stolen = await finish(other, 'company', back.search.slice(1))

  expect(await reasonOf(again)).toBe('attempt_unknown')
  expect(await reasonOf(stolen)).toBe('provider_failed')
  expect((await statusOf('company'))?.lastFailure).toContain('invalid_grant')
})

test('what the provider refuses is said', async () => {
  const jar = new Jar()
  const { searchParams } = await start(jar, 'company')
  const query = new URLSearchParams({
    error: 'access_denied',
    error_description: 'not today',
    state: searchParams.get('state') ?? '',
    iss: real.issuer,
  })

  const answer = await finish(jar, 'company', String(query))

  expect(answer.status).toBe(401)
  expect(await reasonOf(answer)).toBe('provider_refused')
  expect((await statusOf('company'))?.lastFailure).toBe('the provider answered access_denied')
})

const past = Math.floor(Date.now() / 1000) - 3600
test.each<[string, (nonce: string) => Record<string, unknown>, string?]>([
  ['another nonce', () => ({ nonce: 'x' })],
  ['no nonce', () => ({})],
  ['another audience', (nonce) => ({ nonce, aud: 'somebody else' })],
  ['another issuer', (nonce) => ({ nonce, iss: 'https://evil.example' })],
  ['a mixed-up issuer', (nonce) => ({ nonce }), `code=x&iss=${encodeURIComponent(real.issuer)}`],
  ['an expired token', (nonce) => ({ nonce, iat: past, exp: past + 60 })],
  ['a foreign signature', (nonce) => ({ nonce, isForged: true })],
])('a token with %s is refused', async (_, said, query) => {
  const answer = await lie((nonce) => {
    const { isForged = false, ...claims } = said(nonce)
    liar.isForged = isForged === true
    return { ...claims, email: 'ann@example.com', email_verified: true }
  }, query).finally(() => {
    liar.isForged = false
  })

  expect(answer.status).toBe(503)
  expect(await reasonOf(answer)).toBe('provider_failed')
})

test('the same token with nothing wrong is accepted', async () => {
  const claims = { email: 'ann@example.com', email_verified: true }

  const answer = await lie((nonce) => ({ nonce, ...claims }))

  expect(await answer.json()).toMatchObject({ signedIn: { user: { id: ann.id } } })
})

test('a sign-in at the provider that is too old is refused', async () => {
  const aged = input('aged', liar.issuer)
  const connection = { ...aged.connection, maxAge: 60 }
  await as(admin).providers.create({ input: { ...aged, connection } })
  const claims = { email: 'ann@example.com', email_verified: true }
  const signedInAt = (auth_time?: number) =>
    lie((nonce) => ({ nonce, ...claims, ...(auth_time && { auth_time }) }), 'code=x', 'aged')

  expect(await reasonOf(await signedInAt(past))).toBe('provider_failed')
  expect(await reasonOf(await signedInAt())).toBe('provider_failed')
  expect((await signedInAt(Math.floor(Date.now() / 1000))).status).toBe(200)
})

const SOMEBODY = { email: 'ann@example.com', email_verified: true }
/** A browser that the liar let in, with or without being told to ask again. */
async function comeIn(claims: { auth_time?: number }, asksAgain: boolean): Promise<Jar> {
  const jar = new Jar()
  const begun = await post(jar, '/session/providers/liar/start', { asksAgain })
  const { searchParams } = new URL(((await begun.json()) as { url: string }).url)
  expect(searchParams.get('prompt')).toBe(asksAgain ? 'login' : null)
  expect(Number(searchParams.get('max_age')) === 0).toBe(asksAgain)
  const [now, nonce] = [Math.floor((Date.now() + clock.ahead) / 1000), searchParams.get('nonce')]
  const usual = { iss: liar.issuer, aud: CLIENT.id, sub: 'x', iat: now, exp: now + 60 }
  liar.said = { ...usual, ...SOMEBODY, ...claims, nonce }
  const state = searchParams.get('state') ?? ''
  expect((await finish(jar, 'liar', `code=x&state=${state}`)).status).toBe(200)
  return jar
}
const isAskedAgain = async (jar: Jar) => {
  const answer = await post(jar, '/me/factors/recovery-codes')
  return ((await answer.json()) as { code?: string }).code === 'confirmation_needed'
}

test('a sign-in at the provider counts as of when it was, and of one without a time nothing is known', async () => {
  const now = Math.floor(Date.now() / 1000)

  expect(await isAskedAgain(await comeIn({ auth_time: now }, false))).toBe(false)
  expect(await isAskedAgain(await comeIn({ auth_time: now - 3600 }, false))).toBe(true)
  expect(await isAskedAgain(await comeIn({}, false))).toBe(true)
  expect(await isAskedAgain(await comeIn({ auth_time: now - 3600 }, true))).toBe(true)
  expect(await isAskedAgain(await comeIn({}, true))).toBe(false)
})

test('a factor that is set up while signing in makes an old sign-in at the provider no newer', async () => {
  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Careful' },
  })
  await as(admin).scheme.addGroupItems({ params: { id: group.__id }, input: [ann.id] })
  await as(admin).access.saveFactorPolicy({ input: { groups: [group.__id] } })
  const jar = await comeIn({ auth_time: Math.floor(Date.now() / 1000) - 3600 }, false)
  // To ask for a passkey in between changes nothing.
  await post(jar, '/session/passkey/options')
  const begun = await post(jar, '/me/factors/app/options')
  const { secret } = (await begun.json()) as { secret: string }
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()

  const done = await post(jar, '/me/factors/app', { code })
  await as(admin).access.saveFactorPolicy({ input: { groups: [] } })

  expect(await done.json()).toMatchObject({ signedIn: { state: 'ok' } })
  expect(await isAskedAgain(jar)).toBe(true)
  await as(admin).access.resetFactors({ params: { id: ann.id } })
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'tasks', '/a\\b', '/a\nb'])(
  'nobody is sent on to %j',
  async (returnTo) => {
    const answer = await post(new Jar(), '/session/providers/company/start', { returnTo })

    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('returnTo')
  },
)

test('whoever signs out here is led to sign out of the provider', async () => {
  const { jar } = await signIn()

  const answer = await post(jar, '/session/sign-out')

  const url = new URL(((await answer.json()) as { url: string }).url)
  expect(url.origin).toBe(real.issuer)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${address}/`)
  expect(await (await fetch(url)).text()).toContain('/session/end/confirm')
  expect((await session(jar)).status).toBe(401)
})

const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const logOut = async (claims: Record<string, unknown>, signed = {}) => {
  const now = Math.floor(Date.now() / 1000)
  const usual = {
    iss: liar.issuer,
    aud: CLIENT.id,
    iat: now,
    exp: now + 60,
    jti: 'x',
    events: EVENT,
  }
  const token = await liar.sign({ ...usual, ...claims }, signed)
  return request('/manage/v1/session/providers/liar/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ logout_token: token })),
  })
}

test('whoever signs out at the provider is signed out here', async () => {
  const jar = new Jar()
  const { searchParams } = await start(jar, 'liar')
  const now = Math.floor(Date.now() / 1000)
  const nonce = searchParams.get('nonce')
  liar.said = {
    iss: liar.issuer,
    aud: CLIENT.id,
    sub: 'x',
    sid: 's1',
    iat: now,
    exp: now + 60,
    nonce,
  }
  await finish(jar, 'liar', `code=x&state=${searchParams.get('state')}`)
  expect((await session(jar)).status).toBe(200)

  const refused = await Promise.all([
    logOut({ sub: 'x' }, { isForged: true }),
    logOut({ sub: 'x', nonce: 'as of a sign-in' }),
    logOut({ sub: 'x', events: {} }),
    logOut({ sub: 'x', aud: 'somebody else' }),
    logOut({ sub: 'x', iat: past, exp: past + 60 }),
    logOut({}),
  ])
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
  expect((await logOut({ sid: 'another' })).status).toBe(200)
  expect((await logOut({ sub: 'x', iat: now - 30 })).status).toBe(200)
  expect((await session(jar)).status).toBe(200)

  expect((await logOut({ sub: 'x', sid: 's1' })).status).toBe(200)
  expect((await session(jar)).status).toBe(401)
})

test('tokens that are not the provider’s own do not make it work', async () => {
  expect((await logOut({ sub: 'y' })).status).toBe(200)
  const before = liar.keyReads
  for (const claims of [{ aud: 'x' }, { iss: 'https://evil.example' }, { iss: 'x' }]) {
    expect((await logOut({ sub: 'y', ...claims })).status).toBe(400)
  }
  for (const kid of ['two', 'three']) {
    expect((await logOut({ sub: 'y' }, { kid, isForged: true })).status).toBe(400)
  }
  expect((await logOut({ sub: 'y' })).status).toBe(200)
  expect(liar.keyReads).toBeLessThanOrEqual(before + 1)

  const answers = await Promise.all(Array.from({ length: 60 }, () => logOut({ iss: 'x' })))
  expect(answers.map(({ status }) => status)).toContain(429)
})

test('the connection is tested, and a provider that is down is named with the reason', async () => {
  const params = { id: provider.id }
  expect(await as(admin).providers.test({ params })).toMatchObject({ isGood: true })

  await as(admin).providers.create({ input: input('down', 'http://127.0.0.1:1') })
  const answer = await post(new Jar(), '/session/providers/down/start')

  expect(answer.status).toBe(503)
  expect(await reasonOf(answer)).toBe('provider_failed')
  const down = await statusOf('down')
  expect(down?.lastFailure).toBe('the provider refuses the connection')
  expect(await as(admin).providers.test({ params: { id: down?.id ?? '' } })).toMatchObject({
    isGood: false,
    findings: [{ isGood: false, text: 'the provider refuses the connection' }],
  })
})

test('a private address is called only if it is allowed', async () => {
  const issuer = liar.issuer.replace('127.0.0.1', '127.0.0.2')
  await as(admin).providers.create({ input: input('private', issuer) })

  const answer = await post(new Jar(), '/session/providers/private/start')

  expect(answer.status).toBe(503)
  expect((await statusOf('private'))?.lastFailure).toContain('private address')
})

test('the secret of a provider is sealed, and shown to nobody', async () => {
  const { rows } = await started.app.platform.pool.query(
    `select secret from kontor.sign_in_providers where code = 'company'
     union all select id_token from kontor.session_origins limit 100`,
  )

  for (const { secret } of rows) expect(secret).toMatch(/^sealed:/)
  expect(JSON.stringify(await as(admin).providers.list())).not.toContain(CLIENT.secret)
  const { entries } = await as(admin).audit.list({ input: { type: 'provider.created' } })
  expect(JSON.stringify(entries)).not.toContain(CLIENT.secret)
})

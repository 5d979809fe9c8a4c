import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { cookieOf, PASSWORD, startSignIn } from '../../../test/sign-in.ts'
import { sweepAccess } from './sessions.ts'

const {
  app,
  connection,
  as,
  make,
  request,
  admin,
  clock,
  client,
  signIn,
  makeUser,
  sessionOf,
  session,
  ours,
} = await startSignIn()

type Headers = Record<string, string>

test('who signs in gets a cookie that opens the door', async () => {
  const user = await makeUser()

  const response = await signIn(user.login, PASSWORD)
  const answer = await session(cookieOf(response))

  expect(await response.json()).toMatchObject({ user: { id: user.id, login: user.login } })
  expect(await answer.json()).toMatchObject({ user: { id: user.id }, scopes: null })
})

test('the login may be in capitals, the password may not', async () => {
  const user = await makeUser()

  expect((await signIn(user.login.toUpperCase(), PASSWORD)).status).toBe(200)
  expect((await signIn(user.login, PASSWORD.toUpperCase())).status).toBe(401)
})

test('cookies are for this site alone, never for scripts, and for https where the site is', async () => {
  const user = await makeUser()
  const plain = await startApp({ environment: { KONTOR_TRUST_PROXY: 'on' } })
  const other = await plain.make.user({ password: PASSWORD })
  const signInPlain = (headers: Headers) =>
    plain.request('/manage/v1/session', {
      method: 'POST',
      headers,
      body: JSON.stringify({ login: other.login, password: PASSWORD }),
    })

  const [session, device] = (await signIn(user.login, PASSWORD)).headers.getSetCookie()
  const open = (await signInPlain({})).headers.getSetCookie()
  const forwarded = (await signInPlain({ 'x-forwarded-proto': 'https' })).headers.getSetCookie()

  expect(session).toMatch(
    /^__Host-kontor_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(device).toMatch(
    /^__Host-kontor_device=[0-9a-f-]{36}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
  )
  for (const cookie of open) expect(cookie).toMatch(/^kontor_[^;]+(?!.*Secure)/)
  for (const cookie of forwarded) expect(cookie).toMatch(/^__Host-kontor_.*; Secure$/)
})

const { KONTOR_SESSION_IDLE: idle, KONTOR_SESSION_LENGTH: length } = app.platform.config

async function expectGone(user: { id: string }, cookie: string): Promise<void> {
  expect((await session(cookie)).status).toBe(401)
  await make.asSystem(sweepAccess)
  const { rows } = await client.query('select 1 from kontor.sessions where user_id = $1', [user.id])
  expect(rows).toEqual([])
}

test('a session ends when its time is over, however much it is used', async () => {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)
  const end = clock.time + length * 1000

  for (; clock.time < end; clock.time += idle * 1000 - 1000) {
    expect((await session(cookie)).status).toBe(200)
  }
  clock.time = end

  await expectGone(user, cookie)
})

test('a session ends when nobody used it for a while, on any node', async () => {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)
  expect((await session(cookie)).status).toBe(200)
  const environment = { KONTOR_PUBLIC_URL: 'https://kontor.example' }
  const other = await startApp({ connection, now: () => new Date(clock.time), environment })

  clock.time += idle * 1000 - 1000
  const there = await other.request('/manage/v1/session', { headers: { cookie } })
  expect(there.status).toBe(200)
  await other.app.stop()
  clock.time += 1000
  expect((await session(cookie)).status).toBe(200)
  clock.time += idle * 1000

  await expectGone(user, cookie)
})

test('signing out ends this session and no other', async () => {
  const user = await makeUser()
  const [here, there] = [await sessionOf(user.login), await sessionOf(user.login)]

  const answer = await request('/manage/v1/session', {
    method: 'DELETE',
    headers: { cookie: here, ...ours },
  })

  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-kontor_session=; Path=\/; Max-Age=0;/)
  expect((await session(here)).status).toBe(401)
  expect((await session(there)).status).toBe(200)
})

test('an unknown cookie is nobody', async () => {
  for (const cookie of ['x', '', '%FF'].map((x) => `__Host-kontor_session=${x}`).concat('=;=;;')) {
    expect((await session(cookie)).status).toBe(401)
  }
})

test.each([
  ['our own page', () => ours, 200],
  ['the public address', () => ({ origin: 'https://kontor.example' }), 200],
  ['no origin but our own page', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
  ['a foreign page', () => ({ origin: 'https://evil.example' }), 403],
  [
    'a foreign page that names itself as host',
    () => ({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }),
    403,
  ],
  ['our name on another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
  ['a page of no origin', () => ({ origin: 'null' }), 403],
  ['nothing that says where from', () => ({}), 403],
  ['a foreign page without an origin', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
  ['a neighbour', () => ({ 'sec-fetch-site': 'same-site' }), 403],
] as [string, () => Headers, number][])(
  'a write with a cookie from %s',
  async (_, headers, status) => {
    const cookie = await sessionOf((await makeUser()).login)

    const answer = await request('/manage/v1/tokens', {
      method: 'POST',
      headers: { cookie, ...headers() },
      body: '{"name":"x"}',
    })

    expect(answer.status).toBe(status)
    expect((await session(cookie)).status).toBe(200)
  },
)

test('a foreign page cannot sign its visitor in, a program can', async () => {
  const user = await makeUser()

  expect((await signIn(user.login, PASSWORD, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await signIn(user.login, PASSWORD, ours)).status).toBe(200)
  expect((await signIn(user.login, PASSWORD)).status).toBe(200)
})

test('a token needs no origin, and works from any', async () => {
  const headers = { 'x-token': admin.token, origin: 'https://other.example' }
  const answer = await request('/manage/v1/tokens', {
    method: 'POST',
    headers,
    body: '{"name":"x"}',
  })

  expect(answer.status).toBe(200)
})

test('signing in and out is in the audit trail, with no secret in it', async () => {
  const user = await makeUser()
  await signIn(user.login, 'wrong password')
  const cookie = await sessionOf(user.login)
  await request('/manage/v1/session', { method: 'DELETE', headers: { cookie, ...ours } })

  const { entries } = await as(admin).audit.list({ input: { object: `user:${user.id}` } })
  const refused = await as(admin).audit.list({ input: { object: `login:${user.login}` } })

  const types = entries.map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['session.closed', 'session.opened'])
  expect(refused.entries.map(({ type }) => type)).toEqual(['session.refused'])
  const text = JSON.stringify([entries, refused])
  expect(text).not.toContain(cookie.split('=')[1])
  expect(text).not.toContain('wrong password')
})

test('the log of the database has no password and no secret of a session', async () => {
  const cookie = await sessionOf((await makeUser()).login)

  const all = await everything()

  expect(all).not.toContain(cookie.split('=')[1])
  expect(all).not.toContain(PASSWORD)
  expect(all).toContain('$argon2id$')
  expect(app.platform.pool.waitingCount).toBe(0)
})

/** Every row of every table as text. */
async function everything(): Promise<string> {
  const { rows } = await client.query(
    `select string_agg(query_to_xml('select * from ' || c.oid::regclass, true, true, '')::text, '') as all
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('kontor', 'graphile_worker')`,
  )
  return rows[0].all
}

test('the session tells who one is and where one’s days begin', async () => {
  const user = await makeUser()
  await make.change(`update kontor.users set timezone = 'Europe/Oslo' where id = '${user.id}'`)

  const session = await as(user).access.currentSession()

  const { id, login, name, email } = user
  expect(session.user).toEqual({
    id,
    login,
    name,
    email,
    isAdministrator: false,
    isGuest: false,
    timeZone: 'Europe/Oslo',
  })
})

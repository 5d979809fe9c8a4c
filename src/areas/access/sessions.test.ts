import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'
import { SESSION_LENGTH, sweepAccess } from './sessions.ts'

let time = Date.parse('2026-03-02T09:00:00Z')
const { app, as, make, address, request, admin, connection } = await startApp({
  now: () => new Date(time),
  environment: { KONTOR_TRUST_PROXY: 'on', KONTOR_PUBLIC_URL: 'https://kontor.example' },
})
const client = await connectClient(connection)
afterAll(() => client.end())

const PASSWORD = 'correct horse'
const makeUser = () => make.user({ password: PASSWORD })
const { host } = new URL(address)

type Headers = Record<string, string>

/** Each test comes from an address of its own, so that none slows another down. */
const newAddress = () => `2001:db8::${newId().slice(-4)}:${newId().slice(-8, -4)}`
const from = newAddress()

const signIn = (login: string, password: string, headers: Headers = {}) =>
  request('/manage/v1/session', {
    method: 'POST',
    headers: { 'x-forwarded-for': newAddress(), ...headers },
    body: JSON.stringify({ login, password }),
  })

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''

async function sessionOf(login: string, headers: Headers = {}) {
  const response = await signIn(login, PASSWORD, headers)
  expect(response.status).toBe(200)
  return cookieOf(response)
}

const session = (cookie: string) => request('/manage/v1/session', { headers: { cookie } })
const ours = { origin: `http://${host}` }

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
    /^kontor_session=[0-9a-f-]{36}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(device).toMatch(
    /^kontor_device=[0-9a-f-]{36}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
  )
  for (const cookie of open) expect(cookie).not.toContain('Secure')
  for (const cookie of forwarded) expect(cookie).toMatch(/; Secure$/)
})

test('a session ends when its time is over', async () => {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)

  time += SESSION_LENGTH * 1000 - 1000
  expect((await session(cookie)).status).toBe(200)
  time += 1000

  expect((await session(cookie)).status).toBe(401)
  await make.asSystem(sweepAccess)
  const { rows } = await client.query('select 1 from kontor.sessions where user_id = $1', [user.id])
  expect(rows).toEqual([])
})

test('signing out ends this session and no other', async () => {
  const user = await makeUser()
  const [here, there] = [await sessionOf(user.login), await sessionOf(user.login)]

  const answer = await request('/manage/v1/session', {
    method: 'DELETE',
    headers: { cookie: here, ...ours },
  })

  expect(answer.headers.get('set-cookie')).toMatch(/^kontor_session=; Path=\/; Max-Age=0;/)
  expect((await session(here)).status).toBe(401)
  expect((await session(there)).status).toBe(200)
})

test('an unknown cookie is nobody', async () => {
  for (const cookie of ['kontor_session=x', 'kontor_session=', 'kontor_session=%FF', '=;=;;']) {
    expect((await session(cookie)).status).toBe(401)
  }
})

test.each([
  ['our own page', () => ours, 200],
  ['the public address', () => ({ origin: 'https://kontor.example' }), 200],
  ['no origin but our own page', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
  ['a foreign page', () => ({ origin: 'https://evil.example' }), 403],
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

test('a wrong login and a wrong password get the same words', async () => {
  const user = await makeUser()
  const withoutPassword = await make.user()
  const blocked = await makeUser()
  await make.change(`update kontor.users set status = 3 where id = '${blocked.id}'`)

  const answers = await Promise.all([
    signIn(user.login, 'wrong password'),
    signIn('nobody-of-this-name', 'wrong password'),
    signIn(withoutPassword.login, ''),
    signIn(blocked.login, PASSWORD),
  ])

  const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<object>))
  for (const body of bodies) {
    expect(body).toEqual({ ...bodies[0], requestId: expect.any(String) })
    expect(body).toMatchObject({ status: 401, detail: 'wrong login or password' })
  }
})

/** Somebody at one address who does not know the password. */
function guesser(login: string, headers: Headers = { 'x-forwarded-for': newAddress() }) {
  return (password = 'wrong password') => signIn(login, password, headers)
}

test.each(['known', 'unknown'])(
  'after five failures from one address a %s login must wait there, longer each time',
  async (kind) => {
    const login = kind === 'known' ? (await makeUser()).login : `nobody-${newId()}`
    const send = guesser(login)
    const guess = async () => {
      const answer = await send()
      return [answer.status, answer.headers.get('retry-after')]
    }

    for (let count = 0; count < 5; count++) expect(await guess()).toEqual([401, null])
    for (const seconds of [1, 2, 4, 8]) {
      expect(await guess()).toEqual([429, String(seconds)])
      time += seconds * 1000
      expect(await guess()).toEqual([401, null])
    }
    const answer = await send(PASSWORD)
    expect(await answer.json()).toMatchObject({
      detail: expect.stringContaining('too many failed'),
    })
  },
)

test('somebody who guesses keeps nobody out but themselves', async () => {
  const user = await makeUser()
  const guess = guesser(user.login)
  for (let count = 0; count < 20; count++) await guess()

  expect((await guess(PASSWORD)).status).toBe(429)
  expect((await signIn(user.login, PASSWORD)).status).toBe(200)
})

test('a browser that is known is let in whatever others guess, and from where', async () => {
  const user = await makeUser()
  const headers = { 'x-forwarded-for': newAddress() }
  const [, device = ''] = (await signIn(user.login, PASSWORD, headers)).headers.getSetCookie()
  const known = { ...headers, cookie: device.split(';', 1)[0] ?? '' }
  const login = user.login.toLowerCase()
  for (const key of [`login:${login}`, `address:${headers['x-forwarded-for']}`]) {
    await client.query(
      `insert into kontor.sign_in_failures values ($1, 500, $2)
       on conflict (key) do update set failures = 500, last_at = $2`,
      [key, new Date(time)],
    )
  }

  expect((await signIn(user.login, PASSWORD)).status).toBe(429)
  expect((await signIn(user.login, PASSWORD, headers)).status).toBe(429)
  expect((await signIn(user.login, PASSWORD, known)).status).toBe(200)

  const other = await makeUser()
  expect((await signIn(other.login, PASSWORD, known)).status).toBe(429)
  const guess = guesser(user.login, known)
  for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(401)
  expect((await guess(PASSWORD)).status).toBe(429)
})

test('many machines that guess one login are slowed down together', async () => {
  const user = await makeUser()
  await client.query(`insert into kontor.sign_in_failures values ($1, 100, $2)`, [
    `login:${user.login.toLowerCase()}`,
    new Date(time),
  ])

  expect((await signIn(user.login, 'wrong password')).status).toBe(429)
  time += 60_000
  expect((await signIn(user.login, PASSWORD)).status).toBe(200)
})

test('a browser is forgotten a year after its last sign-in', async () => {
  const user = await makeUser()
  await signIn(user.login, PASSWORD)
  const devices = async () =>
    (await client.query('select 1 from kontor.known_devices where user_id = $1', [user.id]))
      .rowCount

  await make.asSystem(sweepAccess)
  expect(await devices()).toBe(1)
  time += 366 * 24 * 3600 * 1000
  await make.asSystem(sweepAccess)

  expect(await devices()).toBe(0)
})

test('the right password after the wait opens the door and ends the waiting', async () => {
  const guess = guesser((await makeUser()).login)
  for (let count = 0; count < 5; count++) await guess()
  expect((await guess(PASSWORD)).status).toBe(429)

  time += 1000
  expect((await guess(PASSWORD)).status).toBe(200)

  for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(401)
})

test('nobody waits longer than a quarter of an hour', async () => {
  const guess = guesser((await makeUser()).login)
  for (let count = 0; count < 20; count++) {
    await guess()
    time += 15 * 60 * 1000
  }

  expect((await guess(PASSWORD)).status).toBe(200)
})

test('many guesses at once all count', async () => {
  const guess = guesser((await makeUser()).login)

  const answers = await Promise.all(Array.from({ length: 40 }, () => guess()))

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
})

test.each([
  ['Football2026!', 'guessed first'],
  ['1234567890', 'guessed first'],
  ['QWERTYuiop', 'guessed first'],
  ['kontor2026', 'the login or the product'],
  ['ninechars', 'at least 10 characters'],
])('the new password %s is refused', async (password, reason) => {
  const user = await makeUser()
  const attempts = [
    () => as(admin).access.createUser({ input: { login: `x-${newId()}`, password } }),
    () => as(admin).access.setPassword({ params: { id: user.id }, input: { password } }),
    () => as(user).access.changeMyPassword({ input: { current: PASSWORD, next: password } }),
  ]

  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(reason),
      details: [{ message: expect.stringContaining(reason) }],
    })
  }
  expect((await signIn(user.login, PASSWORD)).status).toBe(200)
})

test('a password has more than a few different characters', async () => {
  const user = await make.user()

  const set = as(admin).access.setPassword({
    params: { id: user.id },
    input: { password: 'ababababab' },
  })

  await expect(set).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('different characters'),
  })
})

test('a password is not the login', async () => {
  const login = `ann-${newId()}`

  const call = as(admin).access.createUser({ input: { login, password: login.toUpperCase() } })

  await expect(call).rejects.toMatchObject({ status: 400 })
})

test('whoever has the password of a first start is told so until they change it', async () => {
  const user = await make.user({ password: PASSWORD, isFirstPassword: true })
  const isFirst = async () => (await as(user).access.currentSession()).isFirstPassword
  expect(await (await signIn(user.login, PASSWORD)).json()).toMatchObject({ isFirstPassword: true })
  expect(await isFirst()).toBe(true)

  await as(user).access.changeMyPassword({ input: { current: PASSWORD, next: 'another horse' } })

  expect(await isFirst()).toBe(false)
})

test('fifty failures from one address slow it down, whatever the login', async () => {
  const headers = { 'x-forwarded-for': from }
  const guess = () => signIn(`nobody-${newId()}`, 'wrong password', headers)
  const answers = await Promise.all(Array.from({ length: 60 }, guess))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)

  expect((await guess()).status).toBe(429)
  const user = await makeUser()
  expect((await signIn(user.login, PASSWORD, headers)).status).toBe(429)
  expect((await signIn(user.login, PASSWORD)).status).toBe(200)

  time += 1000
  expect((await signIn(user.login, PASSWORD, headers)).status).toBe(200)
  // A right password of one's own is no way to go on guessing those of others.
  expect((await guess()).status).toBe(429)
})

test('an address that the caller claims in front of the proxy does not count', async () => {
  await client.query(`insert into kontor.sign_in_failures values ('address:192.0.2.8', 60, $1)`, [
    new Date(time),
  ])
  const guess = (addresses: string) =>
    signIn(`nobody-${newId()}`, 'wrong password', { 'x-forwarded-for': addresses })

  expect((await guess(`${newAddress()}, 192.0.2.8`)).status).toBe(429)
  expect((await guess(`192.0.2.8, ${newAddress()}`)).status).toBe(401)
})

test('an address is forgiven one failure a minute', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  const guess = () => signIn(`nobody-${newId()}`, 'wrong password', headers)
  await client.query(`insert into kontor.sign_in_failures values ('address:192.0.2.7', 50, $1)`, [
    new Date(time),
  ])
  expect((await guess()).status).toBe(429)

  time += 10 * 60 * 1000

  for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
})

test('one’s own password needs the current one, and ends the other sessions', async () => {
  const user = await makeUser()
  const [here, there] = [await sessionOf(user.login), await sessionOf(user.login)]
  const change = (body: object) =>
    request(`/manage/v1/users/${user.id}/password`, {
      method: 'PUT',
      headers: { cookie: here, ...ours },
      body: JSON.stringify(body),
    })

  expect((await change({ password: 'another horse' })).status).toBe(403)
  expect((await change({ password: 'another horse', currentPassword: 'wrong' })).status).toBe(403)
  expect((await change({ password: 'short', currentPassword: PASSWORD })).status).toBe(400)
  expect((await session(there)).status).toBe(200)
  expect((await change({ password: 'another horse', currentPassword: PASSWORD })).status).toBe(200)

  expect((await session(here)).status).toBe(200)
  expect((await session(there)).status).toBe(401)
  expect((await signIn(user.login, PASSWORD)).status).toBe(401)
  expect((await signIn(user.login, 'another horse')).status).toBe(200)
})

test('guessing the current password slows down, too', async () => {
  const user = await makeUser()
  const change = () =>
    as(user).access.setPassword({
      params: { id: user.id },
      input: { password: 'another horse', currentPassword: 'wrong' },
    })

  for (let count = 0; count < 5; count++)
    await expect(change()).rejects.toMatchObject({ status: 403 })

  await expect(change()).rejects.toMatchObject({ status: 429 })
})

test('administrators set the password of others, who are out everywhere', async () => {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)
  const set = (caller: { token: string }, id: string) =>
    as(caller).access.setPassword({ params: { id }, input: { password: 'another horse' } })

  await expect(set(await make.user(), user.id)).rejects.toMatchObject({ status: 403 })
  await expect(set(admin, newId())).rejects.toMatchObject({ status: 404 })
  await set(admin, user.id)

  expect((await session(cookie)).status).toBe(401)
  expect((await signIn(user.login, 'another horse')).status).toBe(200)
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
    timeZone: 'Europe/Oslo',
  })
})

test('one changes one’s own password by knowing the current one', async () => {
  const user = await makeUser()
  const next = 'another password'
  const change = (current: string) => as(user).access.changeMyPassword({ input: { current, next } })

  await expect(change('not this one')).rejects.toMatchObject({ status: 403 })
  const same = { current: PASSWORD, next: PASSWORD }
  await expect(as(user).access.changeMyPassword({ input: same })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('another one than the current'),
  })
  await change(PASSWORD)

  expect((await signIn(user.login, PASSWORD)).status).toBe(401)
  expect((await signIn(user.login, next)).status).toBe(200)
})

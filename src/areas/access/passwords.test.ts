import { expect, test } from 'vitest'
import { cookieOf, PASSWORD, startSignIn } from '../../../test/sign-in.ts'
import { newId } from '../../lib/ids.ts'

const { as, clock, make, request, admin, signIn, makeUser, sessionOf, session, ours } =
  await startSignIn()

test.each([
  ['Football2026!', 'guessed first'],
  ['1234567890', 'guessed first'],
  ['QWERTYuiop', 'guessed first'],
  ['пароль123456', 'guessed first'],
  ['Привет12345', 'guessed first'],
  ['йцукенгшщз', 'guessed first'],
  ['contraseña1', 'guessed first'],
  ['Ｐａｓｓｗｏｒｄ１２', 'guessed first'],
  ['correcthorse', 'guessed first'],
  ['passwordpassword', 'guessed first'],
  ['kontor2026', 'more than the login, the name, the address, the product'],
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

test.each([
  ['tess123456', false],
  ['tess2026!!', false],
  ['2026!!Tess', false],
  ['tess.moor@larkmoor.example', false],
  ['TessMoorLarkmoor1', false],
  ['Moor-tess-football1', false],
  ['my 1999 2026', false],
  ['tess has a red bicycle', true],
  ['spring rain 2026', true],
  ['Ｔｅｓｓ１２３４５６', false],
  ['дождь весной идёт', true],
  ['correcthorsebattery', true],
])('%s as the password of tess is accepted: %s', async (password, isGood) => {
  const login = `tess-${newId()}`
  const user = await make.user({
    ...{ login, firstName: 'Tess', lastName: 'Moor', email: 'tess.moor@larkmoor.example' },
    password: PASSWORD,
  })

  const change = as(user).access.changeMyPassword({ input: { current: PASSWORD, next: password } })

  if (isGood) await change
  else await expect(change).rejects.toMatchObject({ status: 400, details: [{ path: 'password' }] })
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

test('a password that an administrator chose is changed at the first sign-in', async () => {
  const login = `new-${newId()}`
  await as(admin).access.createUser({ input: { login, password: 'given by hand' } })
  const choose = (cookie: string, password: string) =>
    request('/manage/v1/session/password', {
      method: 'POST',
      headers: { cookie, ...ours },
      body: JSON.stringify({ password }),
    })

  const first = await signIn(login, 'given by hand')
  const attempt = cookieOf(first)
  expect(await first.json()).toMatchObject({ state: 'new_password', factors: [] })
  expect(attempt).toMatch(/^__Host-kontor_sign_in=[\w-]{43}$/)
  expect((await session(attempt)).status).toBe(401)
  const pending = await request('/manage/v1/session/attempt', { headers: { cookie: attempt } })
  expect(await pending.json()).toMatchObject({ pending: { state: 'new_password' } })
  expect((await choose(attempt, 'given by hand')).status).toBe(400)
  expect((await choose('', 'chosen by myself')).status).toBe(401)
  const done = await choose(attempt, 'chosen by myself')

  expect(await done.json()).toMatchObject({ state: 'ok', user: { login } })
  expect((await session(cookieOf(done))).status).toBe(200)
  expect((await choose(attempt, 'chosen once more')).status).toBe(401)
  expect(await (await signIn(login, 'chosen by myself')).json()).toMatchObject({ state: 'ok' })
})

test('a password that an administrator chose expires', async () => {
  const login = `new-${newId()}`
  await as(admin).access.createUser({ input: { login, password: 'given by hand' } })

  clock.time += 72 * 3600 * 1000

  expect((await signIn(login, 'given by hand')).status).toBe(403)
  expect((await signIn(login, 'something else')).status).toBe(401)
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

import { expect, test } from 'vitest'
import { newAddress, PASSWORD, startSignIn } from '../../../test/sign-in.ts'
import { newId } from '../../lib/ids.ts'
import { sweepAccess } from './sessions.ts'

const { as, make, clock, client, signIn, makeUser } = await startSignIn()
const from = newAddress()

type Headers = Record<string, string>

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
      clock.time += seconds * 1000
      expect(await guess()).toEqual([401, null])
    }
    const answer = await send(PASSWORD)
    expect(await answer.json()).toMatchObject({
      detail: expect.stringContaining('too many attempts'),
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
      [key, new Date(clock.time)],
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
    new Date(clock.time),
  ])

  expect((await signIn(user.login, 'wrong password')).status).toBe(429)
  clock.time += 60_000
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
  clock.time += 366 * 24 * 3600 * 1000
  await make.asSystem(sweepAccess)

  expect(await devices()).toBe(0)
})

test('the right password after the wait opens the door and ends the waiting', async () => {
  const guess = guesser((await makeUser()).login)
  for (let count = 0; count < 5; count++) await guess()
  expect((await guess(PASSWORD)).status).toBe(429)

  clock.time += 1000
  expect((await guess(PASSWORD)).status).toBe(200)

  for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(401)
})

test('nobody waits longer than a quarter of an hour', async () => {
  const guess = guesser((await makeUser()).login)
  for (let count = 0; count < 20; count++) {
    await guess()
    clock.time += 15 * 60 * 1000
  }

  expect((await guess(PASSWORD)).status).toBe(200)
})

test('many guesses at once all count', async () => {
  const guess = guesser((await makeUser()).login)

  const answers = await Promise.all(Array.from({ length: 40 }, () => guess()))

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
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

  clock.time += 1000
  expect((await signIn(user.login, PASSWORD, headers)).status).toBe(200)
  // A right password of one's own is no way to go on guessing those of others.
  expect((await guess()).status).toBe(429)
})

test('an address that the caller claims in front of the proxy does not count', async () => {
  await client.query(`insert into kontor.sign_in_failures values ('address:192.0.2.8', 60, $1)`, [
    new Date(clock.time),
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
    new Date(clock.time),
  ])
  expect((await guess()).status).toBe(429)

  clock.time += 10 * 60 * 1000

  for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
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

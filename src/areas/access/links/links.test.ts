import { afterAll, expect, test } from 'vitest'
import { cookieOf, newAddress, PASSWORD, startSignIn } from '../../../../test/sign-in.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { newId } from '../../../lib/ids.ts'

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const stand = await startSignIn({
  KONTOR_WORKERS: '2',
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
  KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
})
const { app, as, admin, anonymous, clock, make, request, session, sessionOf, signIn } = stand
await app.startJobs()

const DAY = 24 * 3600_000

const newPerson = (password?: string) => {
  const login = `p-${newId()}`
  return make.user({ login, email: `${login}@larkmoor.example`, password })
}

const lettersTo = (email: string) =>
  letters.filter(({ to }) => to.includes(email)).map(({ source }) => source.replace(/=\r\n/g, ''))

/** The secret of the newest link in somebody's mail. */
async function secretFor(email: string, page: string, count = 1): Promise<string> {
  const found = () =>
    lettersTo(email).flatMap((text) => {
      const link = new RegExp(`https://kontor\\.example/${page}#([\\w-]{43})`).exec(text)
      return link?.[1] ?? []
    })
  await expect.poll(found).toHaveLength(count)
  return found().at(-1) ?? ''
}

const redeem = (secret: string, password = 'chosen by myself') =>
  anonymous.access.redeemLink({ input: { secret, password } })
const over = { status: 409, message: expect.stringContaining('used before or has expired') }

test('an invited person chooses a password with the link of the mail, once', async () => {
  const person = await newPerson()
  await as(admin).access.invite({ params: { id: person.id } })
  const secret = await secretFor(person.email, 'welcome')
  const status = async () =>
    (await as(admin).users.getPerson({ params: { id: person.id } })).user.status
  expect(await status()).toBe('invited')

  for (let look = 0; look < 2; look++) {
    expect(await anonymous.access.readLink({ input: { secret } })).toMatchObject({
      kind: 'invitation',
      login: person.login,
    })
  }
  await expect(redeem(secret, 'football12')).rejects.toMatchObject({ status: 400 })
  expect(await redeem(secret)).toMatchObject({ state: 'ok', user: { id: person.id } })

  await expect(redeem(secret)).rejects.toMatchObject(over)
  expect(await status()).toBe('active')
  expect((await signIn(person.login, 'chosen by myself')).status).toBe(200)
})

test('letters greet by the first name', async () => {
  const email = `p-${newId()}@larkmoor.example`
  const tess = await make.user({ email, firstName: 'Tess', lastName: 'Test', middleName: 'Ann' })
  const bare = await newPerson()

  for (const { id } of [tess, bare]) await as(admin).access.invite({ params: { id } })
  await secretFor(email, 'welcome')
  await secretFor(bare.email, 'welcome')

  expect(lettersTo(email)[0]).toContain('Hello Tess,')
  expect(lettersTo(bare.email)[0]).toContain(`Hello ${bare.login},`)
})

test('an invitation needs an address, and ends with a block', async () => {
  const [nobody, person] = [await make.user(), await newPerson()]
  const invite = ({ id }: { id: string }) => as(admin).access.invite({ params: { id } })

  await expect(invite(nobody)).rejects.toMatchObject({ status: 409 })
  await invite(person)
  const secret = await secretFor(person.email, 'welcome')
  await as(admin).users.block({ params: { id: person.id } })
  await as(admin).users.unblock({ params: { id: person.id } })

  await expect(redeem(secret)).rejects.toMatchObject(over)
})

test('a link is over when the address or the password is another', async () => {
  const change = {
    address: (id: string) =>
      as(admin).users.updatePerson({ params: { id }, input: { email: 'another@example.com' } }),
    password: (id: string) =>
      as(admin).access.setPassword({ params: { id }, input: { password: 'handed over on paper' } }),
  }
  for (const happen of Object.values(change)) {
    const person = await newPerson()
    await as(admin).access.invite({ params: { id: person.id } })
    const secret = await secretFor(person.email, 'welcome')

    await happen(person.id)

    await expect(redeem(secret)).rejects.toMatchObject(over)
  }
})

test('a forgotten password is replaced, but no second factor, and unknown people get the same answer', async () => {
  const person = await newPerson(PASSWORD)
  const cookie = await sessionOf(person.login)
  const ask = (login: string) => anonymous.access.askReset({ input: { login } })

  expect(await ask(`nobody-${newId()}`)).toEqual(await ask(person.email.toUpperCase()))
  const first = await secretFor(person.email, 'new-password')
  await ask(person.login)
  const secret = await secretFor(person.email, 'new-password', 2)

  await make.change(
    `insert into kontor.authenticator_apps values ('${person.id}', 'not used here', 0, now())`,
  )
  expect(await redeem(first)).toMatchObject({ state: 'second_factor', factors: ['app'] })
  await expect(redeem(secret)).rejects.toMatchObject(over)
  expect((await session(cookie)).status).toBe(401)
  expect((await signIn(person.login, PASSWORD)).status).toBe(401)
  const told = () => lettersTo(person.email).some((text) => text.includes('password was changed'))
  await expect.poll(told).toBe(true)
  expect(cookieOf(await signIn(person.login, 'chosen by myself'))).toContain('kontor_sign_in')
})

/** Somebody at another address. */
const askFrom = async (from: string, login: string, cookie = '') => {
  const [headers, body] = [{ 'x-forwarded-for': from, cookie }, JSON.stringify({ login })]
  return (await request('/manage/v1/password-reset', { method: 'POST', headers, body })).status
}
/** Until nothing waits to be mailed. */
const mailed = () =>
  expect.poll(async () => (await app.platform.pool.query(WAITING)).rowCount).toBe(0)
const WAITING = `select from graphile_worker.jobs where task_identifier like 'access.%'`

test('strangers who ask for links end none that is out, keep nobody waiting, and are slowed down', async () => {
  const person = await newPerson(PASSWORD)
  await askFrom(newAddress(), person.login)
  const own = await secretFor(person.email, 'new-password')
  const stranger = newAddress()

  for (let more = 0; more < 5; more++) expect(await askFrom(stranger, person.login)).toBe(200)
  expect(await askFrom(stranger, person.login)).toBe(429)
  await mailed()

  // Three are enough: what was asked for beyond them is not sent.
  const last = await secretFor(person.email, 'new-password', 3)
  expect(await askFrom(newAddress(), person.login)).toBe(200)
  expect((await anonymous.access.readLink({ input: { secret: own } })).kind).toBe('reset')
  clock.time += 30 * 60_000
  for (const secret of [own, last]) await expect(redeem(secret)).rejects.toMatchObject(over)
})

test('one mailbox gets so many letters in a day, wherever they are asked for', async () => {
  const person = await newPerson(PASSWORD)
  clock.time += DAY - (clock.time % DAY)
  for (let half = 0; half < 11; half++) {
    for (let more = 0; more < 3; more++) await askFrom(newAddress(), person.email)
    await mailed()
    clock.time += 31 * 60_000
  }
  expect(lettersTo(person.email)).toHaveLength(30)

  // The browser that its owner came in with before is counted by itself, and that of others is not.
  const deviceOf = async (login: string) =>
    (await signIn(login, PASSWORD)).headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0] ?? '')
      .find((line) => line.includes('device')) ?? ''
  const other = await newPerson(PASSWORD)
  await askFrom(newAddress(), person.email, await deviceOf(other.login))
  await mailed()
  expect(lettersTo(person.email)).toHaveLength(30)
  await askFrom(newAddress(), person.email, await deviceOf(person.login))
  await mailed()
  expect(lettersTo(person.email)).toHaveLength(31)

  // What administrators send does not depend on it.
  await make.change(`update kontor.users set password_hash = null where id = '${person.id}'`)
  const invite = () => as(admin).access.invite({ params: { id: person.id } })
  for (let more = 0; more < 20; more++) await invite()
  await expect(invite()).rejects.toMatchObject({ status: 429 })
  clock.time += DAY
  await invite()
})

import { afterAll, expect, test } from 'vitest'
import { cookieOf, PASSWORD, startSignIn } from '../../../../test/sign-in.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { newId } from '../../../lib/ids.ts'

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const { app, as, admin, anonymous, clock, make, session, sessionOf, signIn } = await startSignIn({
  KONTOR_WORKERS: '2',
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
  KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
})
await app.startJobs()

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
  await expect(redeem(first)).rejects.toMatchObject(over)
  expect(await redeem(secret)).toMatchObject({ state: 'second_factor', factors: ['app'] })
  expect((await session(cookie)).status).toBe(401)
  expect((await signIn(person.login, PASSWORD)).status).toBe(401)
  const told = () => lettersTo(person.email).some((text) => text.includes('password was changed'))
  await expect.poll(told).toBe(true)
  expect(cookieOf(await signIn(person.login, 'chosen by myself'))).toContain('kontor_sign_in')
})

test('a link expires, and asking for many is slowed down', async () => {
  const person = await newPerson(PASSWORD)
  const ask = () => anonymous.access.askReset({ input: { login: person.login } })
  await ask()
  const secret = await secretFor(person.email, 'new-password')

  for (let more = 0; more < 4; more++) await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  const last = await secretFor(person.email, 'new-password', 5)
  clock.time += 30 * 60_000

  await expect(anonymous.access.readLink({ input: { secret: last } })).rejects.toMatchObject(over)
  await expect(redeem(secret)).rejects.toMatchObject(over)
})

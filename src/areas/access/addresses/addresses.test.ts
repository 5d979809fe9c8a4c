import { afterAll, expect, test } from 'vitest'
import { PASSWORD, startSignIn } from '../../../../test/sign-in.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { newId } from '../../../lib/ids.ts'

/** A changed address is not trusted at once, and whoever reads the old one can take it back. */

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const stand = await startSignIn({
  KONTOR_WORKERS: '2',
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
  KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
})
const { app, as, admin, anonymous, client, clock, make, ours, request, sessionOf } = stand
await app.startJobs()

const HOUR = 3600_000
const newMailbox = () => `m-${newId()}@larkmoor.example`
const newPerson = () => make.user({ email: newMailbox(), password: PASSWORD })
const change = (id: string, email: string) =>
  as(admin).users.updatePerson({ params: { id }, input: { email } })
const emailOf = async (id: string) =>
  (await as(admin).users.getPerson({ params: { id } })).user.email
const linkTo = (email: string, page: string): string | undefined =>
  letters
    .filter(({ to }) => to.includes(email))
    .map(({ source }) => source.replace(/=\r\n/g, ''))
    .map((text) => new RegExp(`https://kontor\\.example/${page}#([\\w-]{43})`).exec(text)?.[1])
    .findLast((secret) => secret !== undefined)
async function secretTo(email: string, page: string): Promise<string> {
  await expect.poll(() => linkTo(email, page)).toBeDefined()
  return linkTo(email, page) ?? ''
}
const takeBack = (secret: string) => anonymous.access.takeBackAddress({ input: { secret } })
const ask = (login: string) => anonymous.access.askReset({ input: { login } })
const countEvents = async (id: string, type: string) => {
  const { rows } = await client.query(
    'select count(*)::int as count from kontor.events where object_id = $1 and type = $2',
    [`user:${id}`, type],
  )
  return rows[0].count as number
}

test('whoever reads the old address hears of it and can take it back, once', async () => {
  const person = await newPerson()
  await change(person.id, newMailbox())
  const secret = await secretTo(person.email, 'address')

  expect(await takeBack(secret)).toEqual({ email: person.email })

  expect(await emailOf(person.id)).toBe(person.email)
  await expect(takeBack(secret)).rejects.toMatchObject({ status: 409 })
  await ask(person.login)
  await secretTo(person.email, 'new-password')
})

test('after 72 hours it cannot be taken back', async () => {
  const person = await newPerson()
  await change(person.id, newMailbox())
  const secret = await secretTo(person.email, 'address')
  clock.time += 72 * HOUR

  await expect(takeBack(secret)).rejects.toMatchObject({ status: 409 })
})

test('no link for a forgotten password is sent to a new address for 72 hours', async () => {
  const [person, next] = [await newPerson(), newMailbox()]
  await change(person.id, next)
  await ask(person.login)
  await expect.poll(() => countEvents(person.id, 'user.link_withheld')).toBe(1)
  expect(linkTo(next, 'new-password')).toBeUndefined()

  clock.time += 72 * HOUR
  await ask(person.login)

  await secretTo(next, 'new-password')
})

test('the first address of somebody who had none is new as well', async () => {
  const person = await make.user({ password: PASSWORD })
  await change(person.id, newMailbox())
  await ask(person.login)

  await expect.poll(() => countEvents(person.id, 'user.link_withheld')).toBe(1)
})

const confirmAs = (headers: Record<string, string>, email: string) =>
  request('/manage/v1/me/address/confirmation', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email }),
  })

test('an address that its owner has confirmed is not taken back', async () => {
  const [person, next] = [await newPerson(), newMailbox()]
  const cookie = await sessionOf(person.login)
  await change(person.id, next)
  const secret = await secretTo(person.email, 'address')
  await confirmAs({ cookie, ...ours }, next)

  await expect(takeBack(secret)).rejects.toMatchObject({ status: 409 })

  expect(await emailOf(person.id)).toBe(next)
})

test('who loses an address because it was taken back hears of it there', async () => {
  const [person, next] = [await newPerson(), newMailbox()]
  await change(person.id, next)
  await takeBack(await secretTo(person.email, 'address'))

  await expect.poll(() => letters.filter(({ to }) => to.includes(next))).toHaveLength(1)
  expect(linkTo(next, '\\w+')).toBeUndefined()
})

test('an address is confirmed by its name: another that came meanwhile is not', async () => {
  const [person, read, other] = [await newPerson(), newMailbox(), newMailbox()]
  const cookie = await sessionOf(person.login)
  await change(person.id, read)
  await change(person.id, other)

  const answer = await confirmAs({ cookie, ...ours }, read)

  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(other)])
  expect((await as(person).access.getMyAddress()).newUntil).not.toBeNull()
})

test('its owner confirms it in a browser, not with a token', async () => {
  const [person, next] = [await newPerson(), newMailbox()]
  const cookie = await sessionOf(person.login)
  await change(person.id, next)
  const confirm = (headers: Record<string, string>) => confirmAs(headers, next.toUpperCase())
  const isNew = async () => (await as(person).access.getMyAddress()).newUntil !== null

  expect((await confirm({ 'x-token': person.token })).status).toBe(403)
  expect(await isNew()).toBe(true)
  expect((await confirm({ cookie, ...ours })).status).toBe(200)
  expect(await isNew()).toBe(false)
  await ask(person.login)

  await secretTo(next, 'new-password')
})

test('an address that was itself new gets no way back, and the first one keeps it', async () => {
  const [person, second, third] = [await newPerson(), newMailbox(), newMailbox()]
  await change(person.id, second)
  const secret = await secretTo(person.email, 'address')
  await change(person.id, third)

  expect(await takeBack(secret)).toEqual({ email: person.email })
  expect(linkTo(second, 'address')).toBeUndefined()
})

test('who gets their old address back from an administrator has it as before', async () => {
  const person = await newPerson()
  await change(person.id, newMailbox())
  await change(person.id, person.email)
  await ask(person.login)

  await secretTo(person.email, 'new-password')
})

test('an invitation to the new address confirms it', async () => {
  const [person, next] = [await newPerson(), newMailbox()]
  await change(person.id, next)
  await as(admin).access.invite({ params: { id: person.id } })
  const secret = await secretTo(next, 'welcome')
  await anonymous.access.redeemLink({ input: { secret, password: 'chosen by myself' } })

  expect((await as(person).access.getMyAddress()).newUntil).toBeNull()
})

test('a guest with a new address is sent no link to come in', async () => {
  const guest = await make.user({ email: newMailbox(), isGuest: true })
  const next = newMailbox()
  await change(guest.id, next)
  await anonymous.access.askGuestLink({ input: { email: next } })

  await expect.poll(() => countEvents(guest.id, 'user.link_withheld')).toBe(1)
})

test('whoever has the account hears of another login, at the former address as well', async () => {
  const person = await newPerson()
  const rename = (login: string, email?: string) =>
    as(admin).users.updatePerson({
      params: { id: person.id },
      input: { login, ...(email && { email }) },
    })
  const [one, two, next] = [`n-${newId()}`, `n-${newId()}`, newMailbox()]
  const isTold = (email: string, login: string) =>
    letters.some(
      ({ to, source }) => to.includes(email) && source.replace(/=\r\n/g, '').includes(login),
    )

  await rename(one)
  await expect.poll(() => isTold(person.email, one)).toBe(true)

  await rename(two, next)
  await expect.poll(() => isTold(person.email, two) && isTold(next, two)).toBe(true)
})

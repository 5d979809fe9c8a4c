import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startGuests } from '../../../test/guest-stand.ts'
import { newAddress } from '../../../test/sign-in.ts'
import { newId } from '../../lib/ids.ts'

const stand = await startGuests()
const { as, admin, anonymous, client, clock, connection, letters, make, request } = stand
const { seller, clerk, newOffer, newEmail, invite, secretFor, enter, comeIn, mail } = stand

test('whoever manages something invites to it, and nobody else', async () => {
  const offer = await newOffer('Desks')
  const share = { kind: 'item', object: `sales/offers/${offer}` } as const

  await expect(invite(newEmail(), share, clerk)).rejects.toMatchObject({ status: 403 })
  await expect(invite(newEmail(), share, await make.user())).rejects.toMatchObject({ status: 404 })
  for (const [kind, object] of [
    ['item', `sales/offers/${newId()}`],
    ['item', `sales/offers/${offer}/more`],
    ['app', 'sales/nothing'],
    ['directory', 'sales/offers'],
    ['directory', newId()],
  ] as const) {
    await expect(invite(newEmail(), { kind, object })).rejects.toMatchObject({ status: 404 })
  }
})

test('all personal files at once are not shared, and a person invites only so often in a day', async () => {
  const person = await make.user()
  const root = { kind: 'directory', object: person.id } as const
  await expect(invite(newEmail(), root, person)).rejects.toMatchObject({ status: 400 })
  const { directory } = await as(person).disk.createDirectory({
    input: { __name: 'For guests', directory: person.id },
  })
  const share = { kind: 'directory', object: directory.__id } as const

  for (let count = 0; count < 20; count++) await invite(newEmail(), share, person)

  await expect(invite(newEmail(), share, person)).rejects.toMatchObject({ status: 429 })
  await invite(newEmail(), share, admin)
})

test('somebody of the company is not invited, and the same guest is the same person', async () => {
  const [one, two] = [await newOffer('One'), await newOffer('Two')]
  const colleague = await make.user({ email: newEmail() })
  const share = (id: string) => ({ kind: 'item', object: `sales/offers/${id}` }) as const

  await expect(invite(colleague.email, share(one))).rejects.toMatchObject({ status: 409 })
  const { email, get, id } = await comeIn(share(one))
  const status = async () => (await as(admin).users.getPerson({ params: { id } })).user.status
  expect(await status()).toBe('active')
  const again = await invite(email.toUpperCase(), share(two.toUpperCase()))

  expect(again.id).toBe(id)
  expect(await status()).toBe('active')
  expect((await get('shared')).body.items.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['One', 'Two']),
  )
})

test('an address that is invited by several at once for the first time is one guest', async () => {
  const offer = await newOffer('Chairs')
  const share = { kind: 'item', object: `sales/offers/${offer}` } as const
  const email = newEmail()

  const made = await Promise.all(Array.from({ length: 4 }, () => invite(email, share, admin)))

  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const [{ id = '' } = {}] = made
  expect((await as(admin).users.getPerson({ params: { id } })).user.status).toBe('invited')
})

test('a link works once and for ten minutes, and unknown addresses get the same answer', async () => {
  const offer = await newOffer('Shelves')
  const { email } = await comeIn({ kind: 'item', object: `sales/offers/${offer}` })
  const ask = (to: string) => anonymous.access.askGuestLink({ input: { email: to } })

  expect(await ask(email)).toEqual(await ask(newEmail()))
  const secret = await secretFor(email, 2)
  expect((await anonymous.access.readLink({ input: { secret } })).kind).toBe('guest')
  const chosen = anonymous.access.redeemLink({ input: { secret, password: 'a way around it' } })
  await expect(chosen).rejects.toMatchObject({ status: 409 })
  expect((await enter(secret)).status).toBe(200)
  expect((await enter(secret)).status).toBe(409)

  await ask(email)
  const late = await secretFor(email, 3)
  clock.time += 10 * 60_000
  expect((await enter(late)).status).toBe(409)
})

test('people of the company get no link of guests', async () => {
  const colleague = await make.user({ email: newEmail() })
  const { email } = await comeIn({ kind: 'app', object: 'sales/offers' })

  await anonymous.access.askGuestLink({ input: { email: colleague.email } })
  await anonymous.access.askGuestLink({ input: { email } })

  // Jobs run in their order: the second letter would come after the first.
  await secretFor(email, 2)
  expect(letters.filter(({ to }) => to.includes(colleague.email))).toEqual([])
})

test('strangers who ask for links end none that is out, and keep no guest waiting', async () => {
  const { email } = await comeIn({ kind: 'app', object: 'sales/offers' })
  const ask = async (from: string) => {
    const [headers, body] = [{ 'x-forwarded-for': from }, JSON.stringify({ email })]
    return (await request('/manage/v1/guest-link', { method: 'POST', headers, body })).status
  }
  const stranger = newAddress()
  await ask(newAddress())
  const own = await secretFor(email, 2)

  for (let times = 0; times < 5; times++) expect(await ask(stranger)).toBe(200)
  expect(await ask(stranger)).toBe(429)

  // Three are enough: what was asked for beyond them is not sent.
  const asked = `select from graphile_worker.jobs where task_identifier = 'access.guest_link'`
  await expect.poll(async () => (await client.query(asked)).rowCount).toBe(0)
  await secretFor(email, 4)
  expect((await enter(own)).status).toBe(200)
  expect(await ask(newAddress())).toBe(200)
  expect((await enter(await secretFor(email, 5))).status).toBe(200)
})

test('inviting can be left to administrators', async () => {
  const environment = {
    ...mail,
    KONTOR_PUBLIC_URL: 'https://kontor.example',
    KONTOR_GUEST_INVITATIONS: 'administrators',
  }
  const strict = await startApp({ connection, environment })
  const share = { kind: 'item', object: `sales/offers/${await newOffer('Rugs')}` } as const
  const input = { email: newEmail(), firstName: '', lastName: 'Moss', share }
  const may = async (on: Pick<typeof stand, 'as'>, by: { token: string }) =>
    (await on.as(by).guests.mayInvite({ input: share })).isAllowed

  expect([await may(stand, seller), await may(stand, clerk)]).toEqual([true, false])
  expect([await may(strict, seller), await may(strict, admin)]).toEqual([false, true])
  const refused = strict.as(seller).guests.invite({ input })
  await expect(refused).rejects.toMatchObject({ status: 403 })
  await strict.as(admin).guests.invite({ input })
})

test('a guest becomes a member, who keeps what was shared and comes in another way', async () => {
  const { id, get } = await comeIn({ kind: 'app', object: 'sales/offers' })
  const params = { id }
  const person = async () => (await as(admin).users.getPerson({ params })).user
  const { login, isGuest } = await person()
  expect(isGuest).toBe(true)

  await as(admin).guests.makeMember({ params })

  expect((await get('session')).status).toBe(401)
  // An invitation that was still to be sent.
  await stand.make.asSystem((ctx) => ctx.addJob('access.guest_invitation', { user: id }))
  await comeIn({ kind: 'app', object: 'sales/offers' })
  const { entries } = await as(admin).audit.list({ input: { object: `user:${id}` } })
  const types = entries.map(({ type }) => type)
  expect(types).toContain('user.factors_reset')
  expect(types.indexOf('user.link_sent')).toBeGreaterThan(types.indexOf('user.factors_reset'))
  const { users } = await as(admin).users.listPeople({ input: { text: login } })
  expect(users).toMatchObject([{ id, isGuest: false, status: 'active' }])
  const explained = { user: id, right: 'read', kind: 'app', object: 'sales/offers' }
  expect((await as(admin).access.explain({ input: explained })).allowed).toBe(true)
  await expect(as(admin).guests.makeMember({ params })).rejects.toMatchObject({ status: 404 })
})

test('a guest with a new address is sent no invitation there, unless by an administrator', async () => {
  const { id } = await comeIn({ kind: 'app', object: 'sales/offers' })
  const email = newEmail()
  await as(admin).users.updatePerson({ params: { id }, input: { email } })
  const share = { kind: 'item', object: `sales/offers/${await newOffer('Chairs')}` } as const
  const withheld = async () => {
    const { entries } = await as(admin).audit.list({ input: { object: `user:${id}` } })
    return entries.filter(({ type }) => type === 'user.link_withheld').map(({ data }) => data)
  }

  expect((await invite(email, share)).id).toBe(id)
  await expect.poll(withheld).toEqual([{ kind: 'guest_invitation' }])
  expect(letters.filter(({ to }) => to.includes(email))).toEqual([])

  await invite(email, share, admin)
  expect((await enter(await secretFor(email))).status).toBe(200)
})

test('a guest whose access ends while something is shared with them sees nothing', async () => {
  const { id, email } = await comeIn({ kind: 'app', object: 'sales/offers' })
  await make.change(`delete from kontor.grants where subject_id = '${id}'`)
  const waiting = async () => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].count
  }

  await client.query('begin; lock table kontor.grants in exclusive mode')
  const invited = invite(email, { kind: 'app', object: 'sales/offers' })
  await expect.poll(waiting).toBe(1)
  let isOver = false
  const ended = as(admin)
    .guests.end({ params: { id } })
    .finally(() => {
      isOver = true
    })
  await expect.poll(async () => isOver || (await waiting()) === 2).toBe(true)
  await client.query('commit')
  await Promise.all([invited, ended])

  const { guests } = await as(admin).guests.list({ input: { size: 200 } })
  expect(guests.find((each) => each.id === id)).toMatchObject({ state: 'ended', shares: [] })
})

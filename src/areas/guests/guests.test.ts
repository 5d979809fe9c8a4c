import { afterAll, expect, test } from 'vitest'
import { cookieOf, PASSWORD, startSignIn } from '../../../test/sign-in.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { solution } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const stand = await startSignIn({
  KONTOR_WORKERS: '2',
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
  KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
})
const { app, as, admin, anonymous, clock, make, ours, request, signIn } = stand
await app.startJobs()

const seller = await make.user({ lastName: 'Lind', firstName: 'Ann' })
const clerk = await make.user({ lastName: 'Berg', firstName: 'Bo' })
await as(admin).solutions.apply({
  input: {
    files: solution('sales', {
      'workspaces/sales/apps/offers.yaml': `
name: Offers
fields:
  manager: { name: { en: Manager, ru: Менеджер }, type: SYS_USER }
  price: { name: Price, type: MONEY, currency: EUR }
  story: { name: Story, type: STRING, kind: html }
  isUrgent: { name: Urgent, type: BOOLEAN }
  margin: { name: Margin, type: INTEGER }
  papers: { name: Papers, type: FILE, single: false }
statuses:
  - { code: all, name: All, statuses: [{ id: 1, code: open, name: Open }] }
fieldRights:
  margin: { "group:all_users": [read, update] }
`,
    }),
  },
})
const place = { namespace: 'sales', code: 'offers' }
for (const right of ['read', 'create', 'update', 'manage']) {
  const grant = { kind: 'app', object: 'sales/offers', right, subjectKind: 'user' } as const
  await as(admin).access.grant({ input: { ...grant, subject: seller.id } })
}
await as(admin).access.grant({
  input: {
    ...{ kind: 'app', object: 'sales/offers', right: 'read' },
    ...{ subjectKind: 'user', subject: clerk.id },
  },
})

const newOffer = async (name: string, context: object = {}) => {
  const input = { context: { __name: name, ...context } }
  return String((await as(seller).apps.createItem({ params: place, input })).item.__id)
}
const newEmail = () => `guest-${newId()}@outside.example`
const invite = (
  email: string,
  share: { kind: 'app' | 'item' | 'directory'; object: string },
  by: { token: string } = seller,
) => as(by).guests.invite({ input: { email, firstName: 'Gwen', lastName: 'Moss', share } })

/** The secret of the newest link in somebody's mail. */
async function secretFor(email: string, count = 1): Promise<string> {
  const found = () =>
    letters
      .filter(({ to }) => to.includes(email))
      .flatMap(({ source }) => {
        const text = source.replace(/=\r\n/g, '')
        return /https:\/\/kontor\.example\/guest#([\w-]{43})/.exec(text)?.[1] ?? []
      })
  await expect.poll(found, { timeout: 10_000 }).toHaveLength(count)
  return found().at(-1) ?? ''
}

const enter = (secret: string) =>
  request('/manage/v1/session/guest-link', { method: 'POST', body: JSON.stringify({ secret }) })

/** A guest who came in with the link of their invitation. */
async function comeIn(share: Parameters<typeof invite>[1]) {
  const email = newEmail()
  const { id } = await invite(email, share)
  const cookie = cookieOf(await enter(await secretFor(email)))
  const get = async (path: string) => {
    const response = await request(`/manage/v1/${path}`, { headers: { cookie } })
    // biome-ignore lint/suspicious/noExplicitAny: the answers of several operations
    return { status: response.status, body: (await response.json()) as any }
  }
  return { id, email, cookie, get }
}
const itemPath = (id: string) => `shared/apps/sales/offers/${id}`

async function newBody(body: string) {
  const hash = newId()
  const headers = { authorization: `Bearer ${seller.token}` }
  await request(`/pub/v1/disk/file/upload?hash=${hash}`, { method: 'POST', headers, body })
  return hash
}

test('attachments are shown as long as the guest may read them', async () => {
  const offer = await newOffer('Tables')
  const { get } = await comeIn({ kind: 'item', object: `sales/offers/${offer}` })
  const attach = async (name: string) => {
    const files = [{ hash: await newBody(name), name }]
    const params = { ...place, target: offer }
    const sent = await as(seller).messages.sendMessage({ params, input: { body: '', files } })
    return sent.message.files[0]?.id
  }
  await attach('open.txt')
  const hidden = await attach('hidden.txt')
  await make.change(`update kontor.files set item_id = null where id = '${hidden}'`)

  const { messages } = (await get(itemPath(offer))).body

  expect(messages.map(({ files }: { files: object[] }) => files)).toMatchObject([
    [{ name: 'open.txt' }],
    [],
  ])
})

test('a guest comes in with a link and sees the item that was shared, and no other', async () => {
  const hash = await newBody('the offer')
  const offer = await newOffer('Ten chairs', {
    manager: [seller.id],
    price: { cents: 125_000, currency: 'EUR' },
    story: '<p>Oak &amp; steel</p><p>By May</p>',
    isUrgent: true,
    margin: 40,
    papers: [{ name: 'offer.txt', hash }],
  })
  const other = await newOffer('A secret')
  await as(seller).messages.sendMessage({
    params: { ...place, target: offer },
    input: { body: 'Here you are' },
  })

  const { get } = await comeIn({ kind: 'item', object: `sales/offers/${offer}` })

  expect((await get('session')).body.user).toMatchObject({ isGuest: true, name: /Gwen/ })
  expect((await get('shared')).body).toMatchObject({
    apps: [],
    items: [{ ...place, id: offer, name: 'Ten chairs' }],
    directories: [],
  })
  const { body } = await get(itemPath(offer))
  expect(body).toMatchObject({ app: 'Offers', item: { name: 'Ten chairs', status: 'Open' } })
  expect(Object.fromEntries(body.fields.map(({ code, value }: Field) => [code, value]))).toEqual({
    manager: expect.stringContaining('Lind'),
    price: '€1,250.00',
    story: 'Oak & steel\nBy May',
    isUrgent: true,
  })
  expect(body.files).toMatchObject([{ name: 'offer.txt', size: 9 }])
  expect(body.messages).toMatchObject([
    { author: expect.stringContaining('Lind'), text: 'Here you are', isMine: false },
  ])
  expect((await get(itemPath(other))).status).toBe(404)
  expect((await get('shared/apps/sales/offers')).body.items).toHaveLength(1)
})
type Field = { code: string; value: unknown }

test('a guest downloads files of shared items and of nothing else', async () => {
  const file = (name: string) => {
    const form = new FormData()
    form.append('file', new Blob([name]), name)
    return form
  }
  const upload = async (by: { id: string; token: string }, directory: string, name: string) => {
    const params = { id: directory }
    const made = await as(by).disk.uploadToDirectory({ params, input: {}, file: file(name) })
    return String(made.file?.__id)
  }
  const { directory } = await as(seller).disk.createDirectory({
    input: { __name: 'Drawings', directory: seller.id },
  })
  const shared = await upload(seller, directory.__id, 'plan.txt')
  const hidden = await upload(seller, seller.id, 'diary.txt')

  const { get, cookie } = await comeIn({ kind: 'directory', object: directory.__id })
  const download = (id: string, query = '') =>
    request(`/manage/v1/disk/files/${id}/content${query}`, { headers: { cookie } })

  expect((await get('shared')).body.directories).toEqual([{ id: directory.__id, name: 'Drawings' }])
  expect((await get(`shared/directories/${directory.__id}`)).body).toEqual({
    name: 'Drawings',
    directories: [],
    files: [{ id: shared, name: 'plan.txt', size: 8 }],
  })
  expect(await (await download(shared)).text()).toBe('plan.txt')
  expect((await download(hidden)).status).toBe(404)
  expect((await download(shared, '?version=1')).status).toBe(403)
  expect((await get(`shared/directories/${seller.id}`)).status).toBe(404)
})

test('a guest writes plain text, which those who work on the item read', async () => {
  const offer = await newOffer('Lamps')
  const { cookie, get } = await comeIn({ kind: 'app', object: 'sales/offers' })
  const text = 'When?\nIn <b>May</b> & June'

  const say = () =>
    request(`/manage/v1/${itemPath(offer)}/messages`, {
      method: 'POST',
      headers: { cookie, ...ours },
      body: JSON.stringify({ text }),
    })

  expect((await say()).status).toBe(200)
  const { messages } = (await get(itemPath(offer))).body
  expect(messages).toMatchObject([{ text, isMine: true, author: expect.stringContaining('Moss') }])
  const params = { ...place, target: offer }
  const { result } = await as(seller).messages.listMessages({ params, input: { filter: {} } })
  expect(result.result[0]?.body).toBe('<p>When?<br />In &lt;b&gt;May&lt;/b&gt; &amp; June</p>')
  await as(admin).apps.deleteItem({ params: { ...place, id: offer } })
  expect((await say()).status).toBe(404)
  const { apps } = (await get('shared')).body
  expect(apps).toEqual([{ ...place, name: 'Offers' }])
})

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

test('guests link no accounts of directories', async () => {
  const connection = { kind: 'ldap', url: 'ldaps://127.0.0.1:1', userBase: 'dc=x' } as const
  const code = `directory-${newId()}`
  await as(admin).providers.create({ input: { code, name: code, connection } })
  const { cookie } = await comeIn({ kind: 'app', object: 'sales/offers' })

  const response = await request(`/manage/v1/session/providers/${code}/password`, {
    method: 'POST',
    headers: { cookie, ...ours },
    body: JSON.stringify({ login: 'ann', password: PASSWORD, isLink: true }),
  })

  expect(response.status).toBe(403)
  expect(await response.text()).toContain('guests cannot do this')
})

test('somebody of the company is not invited, and the same guest is the same person', async () => {
  const [one, two] = [await newOffer('One'), await newOffer('Two')]
  const colleague = await make.user({ email: newEmail() })
  const share = (id: string) => ({ kind: 'item', object: `sales/offers/${id}` }) as const

  await expect(invite(colleague.email, share(one))).rejects.toMatchObject({ status: 409 })
  const { email, get, id } = await comeIn(share(one))
  const again = await invite(email.toUpperCase(), share(two.toUpperCase()))

  expect(again.id).toBe(id)
  expect((await get('shared')).body.items.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['One', 'Two']),
  )
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

async function setPassword(cookie: string) {
  const response = await request('/manage/v1/me/password', {
    method: 'POST',
    headers: { cookie, ...ours },
    body: JSON.stringify({ current: '', next: PASSWORD }),
  })
  expect(response.status).toBe(200)
}
const addFactor = (id: string) =>
  make.change(`insert into kontor.authenticator_apps values ('${id}', 'not used here', 0, now())`)

test('a password alone lets no guest in, a second factor is not skipped by a link', async () => {
  const { id, email, cookie } = await comeIn({ kind: 'app', object: 'sales/offers' })
  await setPassword(cookie)

  const byPassword = await signIn(email, PASSWORD)
  expect(byPassword.status).toBe(403)
  expect(await byPassword.text()).toContain('ask for one')
  expect(byPassword.headers.get('set-cookie')).toBeNull()

  await addFactor(id)
  expect(await (await signIn(email, PASSWORD)).json()).toMatchObject({ state: 'second_factor' })
  await anonymous.access.askGuestLink({ input: { email } })
  const byLink = await enter(await secretFor(email, 2))
  expect(await byLink.json()).toMatchObject({ state: 'second_factor', factors: ['app'] })
})

test('guests come in by link where passwords are closed to people', async () => {
  await make.change(`update kontor.sign_in_policy set passwords = 'emergency'`)
  try {
    const { id, email, get, cookie } = await comeIn({ kind: 'app', object: 'sales/offers' })
    expect((await get('shared')).status).toBe(200)
    await setPassword(cookie)
    await addFactor(id)
    expect((await signIn(email, PASSWORD)).status).toBe(403)
  } finally {
    await make.change(`update kontor.sign_in_policy set passwords = 'everybody'`)
  }
})

test('administrators see guests and end their access at once, with events', async () => {
  const offer = await newOffer('Sofa')
  const shared = { kind: 'item', object: `sales/offers/${offer}` } as const
  const { id, email, get, cookie } = await comeIn(shared)
  const find = async () => {
    const { guests } = await as(admin).guests.list({ input: { size: 200 } })
    return guests.find((each) => each.id === id)
  }
  expect(await find()).toMatchObject({
    ...{ email, state: 'active', lastSeenAt: expect.any(String) },
    invitedBy: expect.stringContaining('Lind'),
    shares: [{ kind: 'item', object: `sales/offers/${offer}`, right: 'read' }],
  })
  const waiting = await invite(newEmail(), { kind: 'app', object: 'sales/offers' })
  const { guests } = await as(admin).guests.list({ input: { size: 200 } })
  expect(guests.find((each) => each.id === waiting.id)).toMatchObject({
    ...{ state: 'invited', lastSeenAt: null },
  })

  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Customers' },
  })
  await as(admin).scheme.addGroupItems({ params: { id: group.__id }, input: [id] })
  await setPassword(cookie)
  await addFactor(id)

  await as(admin).guests.end({ params: { id } })

  const { memberships } = await as(admin).scheme.memberships({ params: { id } })
  expect(memberships).toEqual([])
  expect(
    await stand.client.query(
      `select from kontor.users u left join kontor.authenticator_apps a on a.user_id = u.id
       where u.id = '${id}' and u.password_hash is null and a.user_id is null`,
    ),
  ).toMatchObject({ rowCount: 1 })
  expect((await get('shared')).status).toBe(401)
  expect(await find()).toMatchObject({ state: 'ended', shares: [] })
  const { entries } = await as(admin).audit.list({ input: { object: `user:${id}` } })
  expect(entries.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['user.created', 'user.invited', 'session.opened', 'user.blocked']),
  )
  const again = invite(email, { kind: 'item', object: `sales/offers/${offer}` })
  await expect(again).rejects.toMatchObject({ status: 409 })
  await expect(as(admin).guests.end({ params: { id: clerk.id } })).rejects.toMatchObject({
    status: 404,
  })
})

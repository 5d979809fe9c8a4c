import { expect, test } from 'vitest'
import { startGuests } from '../../../test/guest-stand.ts'
import { PASSWORD } from '../../../test/sign-in.ts'
import { newId } from '../../lib/ids.ts'

const stand = await startGuests()
const { as, admin, anonymous, make, ours, request, signIn } = stand
const { seller, clerk, place, newOffer, newEmail, invite, secretFor, enter, comeIn } = stand

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
  const office = newId()
  await make.change(`insert into kontor.org_units
    (id, kind, code, name, created_at, created_by, updated_at, updated_by) values
    ('${office}', 'department', 'riga', 'Riga office', now(), '${seller.id}', now(), '${seller.id}')`)
  const offer = await newOffer('Ten chairs', {
    manager: [seller.id],
    price: { cents: 125_000, currency: 'EUR' },
    story: '<p>Oak &amp; steel</p><p>By May</p>',
    isUrgent: true,
    margin: 40,
    papers: [{ name: 'offer.txt', hash }],
    office: [office],
    watchers: [
      { type: 'osnode', id: office },
      { type: 'user', id: seller.id },
    ],
    visit: '09:15',
    lines: { rows: [{ what: 'Chair', by: [seller.id], isOak: true }, { what: 'Stool' }] },
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
    office: 'Riga office',
    watchers: expect.stringMatching(/^Riga office, Lind/),
    visit: '09:15',
    lines: '',
  })
  expect(body.fields.find(({ code }: Field) => code === 'lines').table).toEqual({
    columns: ['What', 'By', 'Oak'],
    rows: [
      ['Chair', expect.stringContaining('Lind'), true],
      ['Stool', '', ''],
    ],
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

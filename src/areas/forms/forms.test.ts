import { afterAll, expect, test } from 'vitest'
import { APP, FORM, startForms, VALUES } from '../../../test/forms.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { newId } from '../../lib/ids.ts'
import { networkOf } from './proof.ts'

let time = Date.now()
const { letters, port, stop } = await startSmtp()
afterAll(stop)
const stand = await startForms({
  now: () => new Date(time),
  environment: {
    KONTOR_WORKERS: '2',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
    KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
    KONTOR_PUBLIC_URL: 'https://kontor.example',
  },
})
const { app, as, admin, anonymous, apply, at, items, make, prove, request, submit, webform } = stand
await app.startJobs()
const { follow: _, ...PLAIN } = FORM
const MANY = { ...PLAIN, limits: { perAddress: 1000, perDay: 10_000 } }
const FORMS = {
  ask: { ...MANY, follow: FORM.follow },
  other: { ...MANY, files: { types: ['text'] } },
  off: { ...PLAIN, enabled: false },
  rare: { ...PLAIN, limits: { perAddress: 2, perDay: 3 } },
}
await apply(FORMS)

const PDF = '%PDF-1.7 and so on'
const path = (code: string, rest: string) => `/manage/v1/forms/shop/requests/${code}/${rest}`

async function sendFile(
  code: string,
  { name = 'a.pdf', content = PDF as string | Uint8Array<ArrayBuffer>, field = 'papers' },
) {
  const query = new URLSearchParams({ ...(await prove(code, 'file')), field, name })
  return request(path(code, `files?${query}`), { method: 'POST', body: content })
}
const received = async (response: Response) =>
  ((await response.json()) as { file: { id: string; name: string; seal: string } }).file

const refused = (field: string, message: string | RegExp = /./) => ({
  status: 400,
  details: expect.arrayContaining([{ path: field, message: expect.stringMatching(message) }]),
})

test('a stranger reads the form in their language, and sees no field that its user cannot change', async () => {
  const response = await request('/manage/v1/forms/shop/requests/ask', {
    headers: { 'accept-language': 'ru' },
  })

  const { form } = (await response.json()) as { form: { name: string; fields: { code: string }[] } }
  expect(form).toMatchObject({
    name: 'Спросите нас',
    files: { maxSize: 100_000, endings: ['.pdf', '.png'], most: 2 },
    hasFollowUp: true,
  })
  expect(form.fields.map(({ code }) => code)).toEqual([
    ...['subject', 'story', 'mail', 'sort', 'agrees', 'papers'],
  ])
  expect(form.fields[0]).toMatchObject({
    name: 'Тема',
    required: true,
    input: 'text',
    maxLength: 100,
  })
})

test('what is sent becomes an item of the form’s user, with its event and audit entry', async () => {
  const file = await received(await sendFile('ask', {}))

  const sent = await submit('ask', {
    ...VALUES,
    story: 'It <b>sticks</b>\nsince & ever',
    mail: 'ann@home.example',
    sort: 'bug',
    papers: [file],
  })

  expect(sent.secret).toMatch(/^[\w-]{43}$/)
  const [item] = await items()
  expect(item).toMatchObject({
    __createdBy: webform.id,
    subject: 'The door is stuck',
    story: '<p>It &lt;b&gt;sticks&lt;/b&gt;</p><p>since &amp; ever</p>',
    mail: [{ email: 'ann@home.example' }],
    sort: [{ code: 'bug' }],
    agrees: true,
  })
  expect(item?.papers).toHaveLength(1)
  const { entries } = await as(admin).audit.list({ input: { type: 'form.submitted' } })
  expect(entries[0]).toMatchObject({
    actor: webform.id,
    data: {
      form: 'shop.requests/ask',
      item: item?.__id,
      address: expect.stringMatching(/127|::1/),
    },
  })
})

test('sent again it is the same, and a challenge works once, for its form and purpose', async () => {
  const solved = await prove('ask')
  const send = (code: string, input: object) =>
    anonymous.forms.submit({ params: at(code), input: { values: VALUES, ...solved, ...input } })
  const before = (await items()).length
  const first = await send('ask', {})

  expect(await send('ask', {})).toEqual(first)
  expect(await items()).toHaveLength(before + 1)
  await expect(send('ask', { values: { ...VALUES, story: 'x' } })).rejects.toMatchObject({
    status: 409,
  })
  const another = await prove('other')
  await expect(send('ask', another)).rejects.toMatchObject({ status: 400 })
  await expect(send('ask', await prove('ask', 'file'))).rejects.toMatchObject({ status: 400 })
  expect(await items()).toHaveLength(before + 1)
})

test('two of the same at once make one item', async () => {
  const input = { ...(await prove('ask')), values: VALUES }
  const before = (await items()).length

  const answers = await Promise.all(
    [1, 2, 3].map(() => anonymous.forms.submit({ params: at('ask'), input })),
  )

  expect(new Set(answers.map(({ secret }) => secret)).size).toBe(1)
  expect(await items()).toHaveLength(before + 1)
})

test('without work, with forged work, or with old work nothing is sent', async () => {
  const given = await anonymous.forms.challenge({ params: at('ask'), input: {} })
  const [id, purpose, bits, expires, signature] = given.challenge.split('.')
  const send = (challenge: string, answer: string) =>
    anonymous.forms.submit({ params: at('ask'), input: { challenge, answer, values: VALUES } })
  const wrong = { status: 400 }
  const { answer, challenge } = await prove('ask')

  await expect(send(given.challenge, '1')).rejects.toMatchObject({
    ...wrong,
    message: expect.stringContaining('does not solve'),
  })
  await expect(send([id, purpose, 0, expires, signature].join('.'), '1')).rejects.toMatchObject(
    wrong,
  )
  await expect(
    send([newId(), purpose, bits, expires, signature].join('.'), answer),
  ).rejects.toMatchObject(wrong)
  await expect(send('nonsense', answer)).rejects.toMatchObject(wrong)
  time += 31 * 60_000
  await expect(send(challenge, answer)).rejects.toMatchObject({
    ...wrong,
    message: expect.stringContaining('expired'),
  })
})

test('problems are told at their fields, and the work need not be done again', async () => {
  const solved = await prove('ask')
  const send = (values: typeof VALUES) =>
    anonymous.forms.submit({ params: at('ask'), input: { ...solved, values } })
  const values = (changes: object) => ({ ...VALUES, ...changes }) as typeof VALUES

  await expect(send(values({ subject: '' }))).rejects.toMatchObject(refused('subject', /required/))
  await expect(send(values({ agrees: false }))).rejects.toMatchObject(refused('agrees', /required/))
  await expect(send(values({ mail: 'nobody' }))).rejects.toMatchObject(refused('mail', /e-mail/))
  await expect(send(values({ sort: 'gift' }))).rejects.toMatchObject(refused('sort.0'))
  await expect(send(values({ subject: 'x'.repeat(101) }))).rejects.toMatchObject(refused('subject'))
  await expect(send(values({ subject: { $ne: 1 } }))).rejects.toMatchObject(refused('subject'))
  expect(await send(values({}))).toMatchObject({ secret: expect.any(String) })
})

test.each([['secret'], ['price'], ['__createdBy'], ['__id'], ['__status'], ['unheard_of']])(
  'a field that the form does not ask for cannot be set: %s',
  async (code) => {
    const before = (await items()).length

    await expect(submit('ask', { ...VALUES, [code]: 'x' })).rejects.toMatchObject(
      refused(code, /does not ask/),
    )
    expect(await items()).toHaveLength(before)
  },
)

test('a form that is off or unknown, or whose user cannot create, is not there', async () => {
  const missing = { status: 404 }
  const open = (code: string) => anonymous.forms.get({ params: at(code) })
  await expect(open('off')).rejects.toMatchObject(missing)
  await expect(open('never')).rejects.toMatchObject(missing)
  const solved = await prove('ask')
  const send = () =>
    anonymous.forms.submit({ params: at('ask'), input: { ...solved, values: VALUES } })
  const states = async () =>
    (await as(admin).forms.list()).forms.find(({ code }) => code === 'ask')?.state

  await as(admin).users.block({ params: { id: webform.id } })
  await expect(open('ask')).rejects.toMatchObject(missing)
  await expect(send()).rejects.toMatchObject(missing)
  expect(await states()).toBe('no_user')
  await as(admin).users.unblock({ params: { id: webform.id } })
  const app = APP.replace('user:webform: [create]', 'user:webform: [update]')
  await apply(FORMS, { 'workspaces/shop/apps/requests.yaml': app })
  await expect(open('ask')).rejects.toMatchObject(missing)
  await expect(send()).rejects.toMatchObject(missing)
  expect(await states()).toBe('no_right')
  await apply(FORMS)
  expect(await states()).toBe('on')
})

test('a user with all rights is never the one of a form', async () => {
  const boss = await make.user({ login: 'boss', isAdministrator: true })
  await apply({ ...FORMS, boss: { ...PLAIN, as: `user:${boss.login}` } })

  await expect(submit('boss')).rejects.toMatchObject({ status: 404 })
  const { forms } = await as(admin).forms.list()
  expect(forms.find(({ code }) => code === 'boss')).toMatchObject({ state: 'administrator' })
})

test('limits hold for an address and for a day, whatever is sent at once', async () => {
  const proofs = await Promise.all([1, 2, 3, 4].map(() => prove('rare')))
  const answers = await Promise.allSettled(
    proofs.map((solved) =>
      anonymous.forms.submit({ params: at('rare'), input: { ...solved, values: VALUES } }),
    ),
  )

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(submit('rare')).rejects.toMatchObject({ status: 429 })
  time += 61 * 60_000
  await submit('rare')
  await expect(submit('rare')).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('today'),
  })
  time += 24 * 60 * 60_000
  await submit('rare')
})

test('the more is sent, the more work it takes', async () => {
  const bits = async () =>
    (await anonymous.forms.challenge({ params: at('other'), input: {} })).bits
  const before = await bits()
  for (let count = 0; count < 20; count++) await submit('other')

  expect(await bits()).toBe(before + 1)
  time += 11 * 60_000
  expect(await bits()).toBe(before)
})

test('a file is what its content says', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const status = async (file: Parameters<typeof sendFile>[1]) =>
    (await sendFile('ask', file)).status

  expect(await status({ name: 'photo.png', content: png })).toBe(200)
  expect(await status({ name: 'page.pdf', content: '<html><script>alert(1)</script>' })).toBe(400)
  expect(await status({ name: 'photo.pdf', content: png })).toBe(400)
  expect(await status({ name: 'report.html', content: PDF })).toBe(400)
  expect(await status({ name: 'big.pdf', content: PDF + 'x'.repeat(100_000) })).toBe(400)
  expect(await status({ name: '../up.pdf' })).toBe(400)
  expect(await status({ field: 'subject' })).toBe(400)
  const query = new URLSearchParams({ challenge: 'x', answer: '1', field: 'papers', name: 'a.pdf' })
  expect((await request(path('ask', `files?${query}`), { method: 'POST', body: PDF })).status).toBe(
    400,
  )
})

test('only files that came for this field can be sent, and not too many', async () => {
  const file = await received(await sendFile('ask', {}))
  const foreign = await received(await sendFile('other', { name: 'a.txt', content: 'text' }))
  const send = (papers: unknown) => submit('ask', { ...VALUES, papers })

  await expect(send([foreign])).rejects.toMatchObject(refused('papers', /was not sent/))
  await expect(send([{ ...file, id: newId() }])).rejects.toMatchObject(refused('papers'))
  await expect(send([{ ...file, name: 'b.exe' }])).rejects.toMatchObject(refused('papers'))
  await expect(send([newId()])).rejects.toMatchObject(refused('papers'))
  await expect(send([file, file, file])).rejects.toMatchObject(refused('papers', /at most 2/))
  await send([file])
})

test('a body of 10 MB is refused before it is read', async () => {
  const body = JSON.stringify({
    ...(await prove('ask')),
    values: { subject: 'x'.repeat(10_000_000) },
  })

  const response = await request(path('ask', 'submit'), { method: 'POST', body })

  expect(response.status).toBe(413)
  expect(await response.text()).toContain('256 KiB')
})

test('the sender follows it with a secret that is only a hash here, until it is revoked', async () => {
  const { secret } = await submit('ask', { ...VALUES, story: '<i>a</i>', mail: 'eve@home.example' })
  const follow = () => anonymous.forms.follow({ input: { secret: secret ?? '' } })
  const item = (await items()).find(({ mail }) => JSON.stringify(mail).includes('eve@'))
  const params = { namespace: 'shop', code: 'requests', id: String(item?.__id) }

  expect(await follow()).toMatchObject({
    form: 'Ask us',
    status: 'New',
    fields: [
      { code: 'subject', name: 'Subject', value: 'The door is stuck' },
      { code: 'story', name: 'Story', value: '<i>a</i>' },
      { code: 'agrees', name: 'I agree', value: true },
    ],
  })
  await as(admin).apps.setStatus({ params, input: { status: { code: 'done' } } })
  expect(await follow()).toMatchObject({ status: 'Done' })
  const link = `https://kontor.example/forms/follow#${secret}`
  const mailed = () => letters.map(({ source }) => source.replace(/=\r\n/g, '')).join()
  await expect.poll(mailed).toContain(link)

  const { submissions } = await as(admin).forms.listSubmissions({ params: at('ask'), input: {} })
  const own = submissions.find((each) => each.item === item?.__id)
  await as(admin).forms.revokeLink({ params: { id: own?.id ?? '' } })
  await expect(follow()).rejects.toMatchObject({ status: 404 })
})

test('a link ends with its days, its item and the rights of the form’s user', async () => {
  const follow = (secret: string | null) =>
    anonymous.forms.follow({ input: { secret: secret ?? '' } })
  const [early, deleted, late] = [await submit('ask'), await submit('ask'), await submit('ask')]
  const { submissions } = await as(admin).forms.listSubmissions({ params: at('ask'), input: {} })
  const id = submissions[1]?.item ?? ''
  await as(admin).apps.deleteItem({
    params: { namespace: 'shop', code: 'requests', id },
    input: {},
  })

  await follow(early.secret)
  await expect(follow(deleted.secret)).rejects.toMatchObject({ status: 404 })
  const unread = APP.replace('role:author: [read]', 'role:author: [update]')
  await apply(FORMS, { 'workspaces/shop/apps/requests.yaml': unread })
  await expect(follow(early.secret)).rejects.toMatchObject({ status: 404 })
  await apply(FORMS)
  await as(admin).users.block({ params: { id: webform.id } })
  await expect(follow(early.secret)).rejects.toMatchObject({ status: 404 })
  await as(admin).users.unblock({ params: { id: webform.id } })
  time += 30 * 24 * 60 * 60_000
  await expect(follow(late.secret)).rejects.toMatchObject({ status: 404 })
})

test('nobody is sent letters again and again', async () => {
  for (let count = 0; count < 7; count++)
    await submit('ask', { ...VALUES, mail: 'Vic@tim.example' })

  const mailed = () => letters.filter(({ to }) => to.includes('Vic@tim.example')).length
  await expect.poll(mailed).toBe(5)
})

test('the page may be shown by the sites of the form alone', async () => {
  const page = async (code: string) => (await request(`/forms/shop/requests/${code}`)).headers
  await apply({ ...FORMS, alone: { ...MANY, origins: [] } })

  const [ask, alone] = [await page('ask'), await page('alone')]
  expect(ask.get('content-security-policy')).toContain('frame-ancestors https://shop.example')
  expect(ask.get('x-frame-options')).toBeNull()
  expect(alone.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(alone.get('x-frame-options')).toBe('DENY')
  expect((await request('/forms/shop/requests/off')).status).toBe(404)
})

test('a network of IPv6 is one sender', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('2001:0db8:0:0:1:2:3:4')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1')
})

test.each([
  [{ fields: ['nothing'] }, 'unknown field "nothing"'],
  [{ fields: ['subject', 'subject'] }, 'is in the form twice'],
  [{ as: 'user:nobody' }, 'there is no user:nobody'],
  [{ process: 'shop/nothing' }, 'there is no process "shop/nothing"'],
  [{ follow: { mail: 'subject' } }, 'expected an e-mail field of this form'],
  [{ follow: { fields: ['papers'] } }, 'cannot be shown to senders'],
  [{ origins: ['https://shop.example/page'] }, 'expected an origin'],
])('a wrong form is refused: %j', async (change, message) => {
  await expect(apply({ ...FORMS, wrong: { ...PLAIN, ...change } })).rejects.toMatchObject({
    message: expect.stringContaining(message),
  })
})

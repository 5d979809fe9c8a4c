import { expect, test } from 'vitest'
import { APP, FORM, startForms, VALUES } from '../../../test/forms.ts'

let time = Date.now()
const { app, as, admin, anonymous, apply, at, items, prove, request, submit } = await startForms({
  now: () => new Date(time),
  environment: { KONTOR_USER_QUOTA: '1000' },
})
const ASK = { ...FORM, limits: { perAddress: 1000, perDay: 10_000 } }
await apply({ ask: ASK })

const refused = (field: string, message: RegExp) => ({
  status: 400,
  details: [{ path: field, message: expect.stringMatching(message) }],
})

test('nothing that is sent is longer than a letter, or an address than addresses are', async () => {
  const mail = `${'@.'.repeat(9_000)}@`
  await expect(submit('ask', { ...VALUES, mail })).rejects.toMatchObject(refused('mail', /e-mail/))
  await expect(
    submit('ask', { ...VALUES, mail: `${'a'.repeat(320)}@home.example` }),
  ).rejects.toMatchObject(refused('mail', /expected an e-mail/))
  await expect(submit('ask', { ...VALUES, story: 'x'.repeat(20_001) })).rejects.toMatchObject(
    refused('story', /at most 20000/),
  )
  await submit('ask', { ...VALUES, story: 'x'.repeat(20_000) })
})

test('who sends one form waits without a connection, and not for what was sent before', async () => {
  const { forms } = await as(admin).forms.list()
  const input = { ...(await prove('ask')), values: VALUES }
  const first = await anonymous.forms.submit({ params: at('ask'), input })
  const held = Promise.withResolvers<void>()
  const owner = forms.find(({ code }) => code === 'ask')?.id
  const others = Array.from({ length: 51 }, () =>
    app.platform.submissions.run(() => held.promise, undefined, owner),
  )

  await expect(submit('ask')).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('wait already'),
  })
  expect(await anonymous.forms.submit({ params: at('ask'), input })).toEqual(first)
  held.resolve()
  await Promise.all(others)
  await submit('ask')
})

test('a challenge is tried a few times, so that nobody tries out values', async () => {
  const solved = await prove('ask')
  const before = (await items()).length
  const send = (values: typeof VALUES) =>
    anonymous.forms.submit({ params: at('ask'), input: { ...solved, values } })
  for (let count = 0; count < 10; count++) {
    await expect(send({ ...VALUES, subject: '' })).rejects.toMatchObject({ status: 400 })
  }

  await expect(send(VALUES)).rejects.toMatchObject({ status: 409 })
  expect(await items()).toHaveLength(before)
})

test('a form asks for no unique field: refusals would tell which values there are', async () => {
  const unique = APP.replace('Secret, type: STRING', 'Secret, type: STRING, unique: true')
  const files = { 'workspaces/shop/apps/requests.yaml': unique }

  await apply({ ask: ASK }, files)
  await expect(apply({ ask: { ...ASK, fields: ['secret'] } }, files)).rejects.toMatchObject({
    message: expect.stringContaining('"secret" is unique'),
  })
})

test('files that wait for their form are within the quota of its user', async () => {
  const send = async () => {
    const proof = await prove('ask', 'file')
    const query = new URLSearchParams({ ...proof, field: 'papers', name: 'a.pdf' })
    const path = `/manage/v1/forms/shop/requests/ask/files?${query}`
    return (await request(path, { method: 'POST', body: `%PDF-1.7 ${'x'.repeat(600)}` })).status
  }

  expect(await send()).toBe(200)
  expect(await send()).toBe(402)
  time += 61 * 60_000
  expect(await send()).toBe(200)
})

test('one address asks for forms so often a minute, pages and all', async () => {
  time += 60_000
  const page = () => request('/forms/shop/requests/ask')
  for (let count = 0; count < 150; count++) {
    await page()
    await anonymous.forms.get({ params: at('ask') })
  }

  expect((await page()).status).toBe(429)
  const refusal = { status: 429 }
  await expect(anonymous.forms.get({ params: at('ask') })).rejects.toMatchObject(refusal)
  await expect(prove('ask')).rejects.toMatchObject(refusal)
  await expect(anonymous.forms.follow({ input: { secret: 'x' } })).rejects.toMatchObject(refusal)
  time += 60_000
  expect((await page()).status).toBe(200)
})

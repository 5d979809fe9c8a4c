import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../receiver.ts'
import { solution } from '../solution.ts'
import { startConsole } from './stand.ts'

const { address, as, boss, open } = await startConsole({
  KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
})

const clean = { outside: [], complaints: [] }

const pick = async (page: Page, label: string, text: string, option: string | RegExp = text) => {
  const box = page.getByRole('combobox', { name: label }).first()
  await box.fill(text)
  // Opens the list again where something else on the page has just closed it.
  await box.press('ArrowDown')
  await page.getByRole('option', { name: option }).first().click()
}

/** The files of a solution where a person would have them. */
async function folderOf(files: { path: string; content: string }[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-solution-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

test('the overview tells how the system does, and goes on telling', async () => {
  const { page, outside, complaints } = await open('/tasks')
  const { promise: isEnough, resolve: goOn } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/manage/v1/system', async (route) => {
    if (asked++ > 0) await isEnough
    await route.continue()
  })
  await page.goto(`${address}/admin`)
  // One sample is no line, and an empty chart tells nothing.
  await page.getByText('The last five minutes will be here.').first().waitFor()
  expect(await page.getByRole('img', { name: /^Requests: / }).count()).toBe(0)
  goOn()
  await page.getByRole('img', { name: /^Requests: / }).waitFor()
  await page.getByRole('img', { name: /^Memory: / }).waitFor()
  await page
    .getByRole('region', { name: 'Work' })
    .getByRole('link', { name: 'Incidents' })
    .waitFor()
  await page.getByText('KONTOR_REQUEST_TIMEOUT').waitFor()

  // Two samples are a line.
  await page.locator('svg[role=img] polygon').first().waitFor({ state: 'attached' })
  expect(await page.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/docs')
  expect({ outside, complaints }).toEqual(clean)
})

test('who is no administrator is refused, but has tokens of their own', async () => {
  const { page, complaints } = await open('/admin', { login: 'marco' })
  await page.getByText('Only administrators can open this page.').waitFor()

  await page.goto(`${address}/admin/tokens`)
  await page.getByRole('button', { name: 'New token' }).waitFor()
  expect(await page.getByText('All users').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a new token is shown once, works, and no longer does when it is revoked', async () => {
  const { page, outside, complaints } = await open('/admin/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Website')
  await page.getByText('Selected areas').click()
  await page.getByLabel('People: read').check()
  await page.getByLabel('Users, tokens, rights: read').check()
  await page.getByRole('button', { name: 'Create' }).click()

  const secret = (await page.getByRole('region', { name: 'Your new token' }).textContent()) ?? ''
  await page.getByRole('region', { name: 'Try it out' }).getByText('curl').waitFor()
  const call = () =>
    fetch(`${address}/manage/v1/session`, { headers: { authorization: `Bearer ${secret}` } })
  const told = (await (await call()).json()) as { user: { login: string }; scopes: string[] }
  expect(told.user.login).toBe('console')
  expect(told.scopes).toEqual(['users:read', 'access:read'])
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.getByText(secret).count()).toBe(0)

  await page.getByRole('button', { name: 'Revoke Website' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('cell', { name: 'Website', exact: true }).waitFor({ state: 'detached' })
  expect((await call()).status).toBe(401)
  expect({ outside, complaints }).toEqual(clean)
})

test('what the server refuses is said at its field, which gets the keyboard', async () => {
  const { page, outside, complaints } = await open('/admin/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  const [name, url] = [dialog.getByLabel('Name'), dialog.getByLabel('Address')]
  expect(await name.getAttribute('maxlength')).toBe('255')
  await name.fill('Archive')
  await url.fill('ftp://archive.test')
  await name.press('Enter')
  await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => dialog.locator(':focus').getAttribute('placeholder')).toBe('https://')
  const text = await page
    .locator(`[id="${await url.getAttribute('aria-describedby')}"]`)
    .innerText()
  expect(text).toContain('expected')
  expect(await dialog.getByRole('alert').count()).toBe(0)

  // The next attempt is not judged by the last one.
  await url.fill('https://archive.test')
  await expect.poll(() => url.getAttribute('aria-invalid')).toBeNull()
  expect({ outside, complaints: complaints.filter((each) => !each.includes('400')) }).toEqual(clean)
})

test('a webhook is made, tried and paused, and its messages are looked at', async () => {
  let secret = ''
  const { url, received } = await startReceiver(() => secret)
  const { page, outside, complaints } = await open('/admin/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Name').fill('Accounting')
  await page.getByLabel('Address').fill(url)
  await page.getByRole('combobox', { name: 'Events' }).fill('token.*')
  await page.keyboard.press('Enter')
  await page.getByLabel('Address').press('Enter')
  const shown = page.getByRole('region', { name: 'Signing secret' })
  secret = (await shown.textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('heading', { name: 'Accounting' }).waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('status').getByText('Test event delivered: 200').waitFor()
  expect(received.map(({ isSigned, body }) => ({ isSigned, type: body.type }))).toEqual([
    { isSigned: true, type: 'webhook.test' },
  ])

  await as(boss).access.createToken({ input: { name: 'Seen by the webhook' } })
  const log = page.getByRole('region', { name: 'Deliveries' })
  const row = log.getByRole('row', { name: /Token created/ })
  await row.getByText('Delivered').waitFor()
  await row.getByRole('button', { name: /^Token created, delivery/ }).click()
  await log.getByText('"name": "Seen by the webhook"').waitFor()

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused: by hand').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  expect({ outside, complaints }).toEqual(clean)
})

test('the audit log is filtered, and an entry shows what was before', async () => {
  const { item } = await as(boss).apps.createItem({
    params: { namespace: '_clients', code: '_companies' },
    input: { context: { __name: 'Before Ltd' } },
  })
  const params = { namespace: '_clients', code: '_companies', id: item.__id }
  await as(boss).apps.updateItem({ params, input: { context: { __name: 'After Ltd' } } })
  const { page, outside, complaints } = await open('/admin/audit')
  await page.getByLabel('Object').fill(`${address}/apps/_clients/_companies/${item.__id}`)
  // An entry opened before the filtered list is there would be replaced by a closed one.
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: /^Item changed/ }).click()

  const change = page.getByRole('row', { name: /Before Ltd/ })
  await change.getByRole('cell', { name: 'After Ltd' }).waitFor()
  await pick(page, 'What happened', 'app.item.created')
  await page.getByRole('button', { name: /^Item changed/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Item created/ }).waitFor()
  expect({ outside, complaints }).toEqual(clean)
})

test('a solution is applied from its folder after its plan was seen, and removed again', async () => {
  const app = (fields: string) =>
    solution('lab', {
      'workspaces/lab/workspace.yaml': 'name: Laboratory\n',
      'workspaces/lab/apps/samples.yaml': `name: Samples\nfields:\n  title: { name: Title, type: STRING }\n${fields}`,
    })
  const { page, outside, complaints } = await open('/admin/solutions')
  const choose = async (fields: string) =>
    page.locator('input[type=file]').setInputFiles(await folderOf(app(fields)))

  await choose('  colour: { name: Colour, type: STRNG }\n')
  await page.getByText('workspaces/lab/apps/samples.yaml').waitFor()
  await page.getByText('line 4, column 33').waitFor()
  await page.getByText('unknown type "STRNG", did you mean "STRING"?').waitFor()
  await page.getByRole('button', { name: 'Choose the folder again' }).click()
  // The browser notes that the server refused the mistake.
  complaints.length = 0

  await choose('  colour: { name: Colour, type: STRING }\n')
  await page.getByRole('article').getByText('App “Samples”').waitFor()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('cell', { name: 'lab', exact: false }).first().waitFor()
  await page.getByRole('link', { name: 'Samples' }).waitFor()
  await as(boss).apps.createItem({
    params: { namespace: 'lab', code: 'samples' },
    input: { context: { title: 'Basalt', colour: 'grey' } },
  })

  await choose('')
  await page.getByText('Field “Colour”').waitFor()
  const apply = page.getByRole('button', { name: 'Apply' })
  await expect.poll(() => apply.isDisabled()).toBe(true)
  await page.getByLabel('I have read what will be removed and want to continue.').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('“lab” was applied.').last().waitFor()

  await page.getByRole('button', { name: 'Remove lab' }).click()
  await page.getByLabel('I have read what will be removed and want to continue.').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('“lab” was removed.').waitFor()
  await page.getByRole('button', { name: 'Remove lab' }).waitFor({ state: 'detached' })
  expect({ outside, complaints }).toEqual(clean)
})

test('the answer to "why can Anna see this?" names the way of the right', async () => {
  const { page, outside, complaints } = await open('/admin/access')
  await pick(page, 'Person', 'Lindmark', 'Lindmark Anna')
  await pick(page, 'Object', 'Companies', /^Companies · /)
  await page.getByText('Yes, Lindmark Anna may see: Companies').waitFor()
  await page.getByText('May see on app “Companies”, granted to group “All users”').waitFor()

  await page.getByRole('combobox', { name: 'Right' }).click()
  await page.getByRole('option', { name: 'import' }).click()
  await page.getByText('No, Lindmark Anna may not import: Companies').waitFor()

  await page.getByRole('button', { name: 'Grant a right' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Object' }).fill('Companies')
  await page.getByRole('option', { name: /^Companies · / }).click()
  await dialog.getByRole('combobox', { name: 'Right' }).click()
  await page.getByRole('option', { name: 'import' }).click()
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Lindmark')
  await page.getByRole('option', { name: 'Lindmark Anna' }).click()
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
  await page.getByText('Yes, Lindmark Anna may import: Companies').waitFor()
  await page.getByText('granted to this person directly').waitFor()
  expect({ outside, complaints }).toEqual(clean)
})

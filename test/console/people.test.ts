import { afterAll, expect, test } from 'vitest'
import { startSmtp } from '../smtp.ts'
import { startConsole } from './stand.ts'

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const { open } = await startConsole({
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
  KONTOR_MAIL_FROM: 'kontor@larkmoor.example',
  KONTOR_PUBLIC_URL: 'http://kontor.example',
})

const CLEAN = { outside: [], complaints: [] }
const isTooWide = 'document.documentElement.scrollWidth > innerWidth'

test.each([1440, 380])(
  'the org chart has the managing director at the top and her heads below, at %i px',
  async (width) => {
    const { page, outside, complaints } = await open('/people/chart', { width })
    const chart = page.getByRole('list', { name: 'Org chart' })
    const top = chart.getByRole('region', { name: 'Larkmoor Instruments' })
    await top.getByRole('link', { name: /Lindmark Anna Managing director/ }).waitFor()
    const sales = chart.getByRole('region', { name: 'Sales' })
    await sales.getByRole('link', { name: /Bellandi Marco Head of sales/ }).waitFor()
    const [above, below] = [await top.boundingBox(), await sales.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)

    await sales.getByRole('button', { name: /Sales/ }).click()
    await sales.getByRole('link', { name: /Novotny Tomas/ }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('novotny')
    await sales.getByRole('link', { name: /Novotny Tomas/ }).waitFor()

    expect(await page.evaluate(isTooWide)).toBe(false)
    expect({ outside, complaints }).toEqual(CLEAN)
  },
)

test('a person reads why they are in a group, and what others look like', async () => {
  const { page, outside, complaints } = await open('/people', { login: 'marco' })
  await page.getByRole('searchbox', { name: 'Search people' }).fill('bellandi')
  await page.getByRole('link', { name: 'Lindmark Anna' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Bellandi Marco' }).click()

  const groups = page.getByRole('region', { name: 'Groups and roles' })
  const commercial = groups.getByRole('listitem').filter({ hasText: 'Commercial team' })
  await commercial
    .getByText('through the position Head of sales, which is in the department Sales')
    .waitFor()

  await page.getByRole('link', { name: 'Commercial team' }).click()
  await page
    .getByRole('list', { name: 'All members' })
    .getByRole('link', { name: 'Haddadin Omar' })
    .click()
  await page.getByRole('heading', { name: 'Haddadin Omar' }).waitFor()
  await page.getByText('Accountant').first().waitFor()
  expect(await groups.count()).toBe(0)
  expect({ outside, complaints }).toEqual(CLEAN)
})

test('an administrator invites somebody, puts them into a group and blocks them', async () => {
  const { page, outside, complaints } = await open('/people')
  await page.getByRole('button', { name: 'New person' }).click()
  await page.getByLabel('Last name').fill('Quist')
  await page.getByLabel('First name').fill('Alma')
  await page.getByRole('textbox', { name: 'Login' }).fill('alma')
  const invitation = page.getByRole('checkbox', { name: 'Invite by mail' })
  expect(await invitation.isDisabled()).toBe(true)
  await page.getByLabel('E-mail').fill('alma@larkmoor.example')
  await expect.poll(() => invitation.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Quist Alma' }).waitFor()
  await page.getByText('Invited').waitFor()
  await expect.poll(() => letters.flatMap(({ to }) => to)).toEqual(['alma@larkmoor.example'])
  await page.getByText('No open tasks').waitFor()

  await page.goto(page.url().replace(/people\/.*/, 'people/groups'))
  await page.getByRole('link', { name: 'Lawyers' }).click()
  await page.getByRole('button', { name: 'Add members' }).click()
  await page.getByRole('combobox', { name: 'People' }).fill('Quist')
  await page.getByRole('option', { name: 'Quist Alma' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Add members' }).click()
  const members = page.getByRole('list', { name: 'Direct members' })
  await members.getByRole('link', { name: 'Quist Alma' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Lawyers' }).getByText('directly').waitFor()

  await page.getByRole('button', { name: 'Actions for Quist Alma' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await page.getByText('Blocked').waitFor()
  await page.getByRole('button', { name: 'Actions for Quist Alma' }).click()
  await page.getByRole('menuitem', { name: 'Unblock' }).waitFor()
  expect({ outside, complaints }).toEqual(CLEAN)
})

test('somebody names who stands in for them and ends it', async () => {
  const { page, outside, complaints } = await open('/people/substitutions', { login: 'ingrid' })
  await page.getByText('No substitutions.').waitFor()
  await page.getByRole('button', { name: 'New substitution' }).click()
  await page.getByRole('combobox', { name: 'Substitute' }).fill('Haddadin')
  await page.getByRole('option', { name: 'Haddadin Omar' }).click()
  await page.getByLabel('Note').fill('On holiday')
  await page.getByRole('button', { name: 'Create' }).click()

  const row = page.getByRole('listitem').filter({ hasText: 'On holiday' })
  await row.getByRole('link', { name: 'Haddadin Omar' }).waitFor()
  await row.getByText('Active').waitFor()
  await row.getByRole('button', { name: 'End' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Show ended' }).click()
  await row.getByText('Ended').waitFor()
  expect({ outside, complaints }).toEqual(CLEAN)
})

/** The smallest picture. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('people set their photo and hours, and mute what they do not want to hear of', async () => {
  const { page, outside, complaints } = await open('/profile', { login: 'ingrid', width: 380 })
  await page.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: PICTURE,
  })
  await page.locator('img[src*="/photo"]').first().waitFor()
  await page.getByRole('button', { name: 'Set my own hours' }).click()
  await page.getByLabel('Mon').fill('10:00-14:00, 15:00-16:30')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await page.getByText('10:00-14:00, 15:00-16:30').waitFor()
  await page.getByRole('heading', { name: 'Tokens' }).waitFor()
  expect(await page.evaluate(isTooWide)).toBe(false)
  const origin = new URL(page.url()).origin
  const saved = await (await page.request.get(`${origin}/manage/v1/me/profile`)).json()
  expect(saved).toMatchObject({
    hours: { mon: ['10:00-14:00', '15:00-16:30'] },
    user: { photo: expect.stringContaining('/photo') },
  })

  await page.goto(`${origin}/apps/_clients/_deals`)
  await page.getByRole('button', { name: 'More' }).first().click()
  const muted = page.waitForResponse((answer) => answer.url().endsWith('/mute'))
  await page.getByRole('menuitem', { name: 'Mute notices about this' }).click()
  await muted
  await page.goto(`${origin}/profile`)
  await page.getByRole('link', { name: /Deals/ }).first().waitFor()
  const { mutes } = await (
    await page.request.get(`${origin}/manage/v1/me/notifications/mutes`)
  ).json()
  expect(mutes).toMatchObject([{ object: 'app:_clients/_deals' }])
  expect({ outside, complaints }).toEqual(CLEAN)
})

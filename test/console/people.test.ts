import { expect, test, vi } from 'vitest'
import { startConsole } from './stand.ts'

// The first visit unpacks a browser, and a busy machine shows pages slowly.
vi.setConfig({ testTimeout: 120_000 })

const { open } = await startConsole()

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

test('an administrator creates a user, puts them into a group and blocks them', async () => {
  const { page, outside, complaints } = await open('/people')
  await page.getByRole('button', { name: 'New person' }).click()
  await page.getByLabel('Last name').fill('Quist')
  await page.getByLabel('First name').fill('Alma')
  await page.getByRole('textbox', { name: 'Login' }).fill('alma')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Quist Alma' }).waitFor()
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

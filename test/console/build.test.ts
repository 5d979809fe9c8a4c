import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'

vi.setConfig({ testTimeout: 300_000 })

const { open, as, boss, address } = await startConsole()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const isSaved = (page: Page) =>
  page.getByRole('status', { name: 'Draft' }).getByText('Saved', { exact: true }).waitFor()

async function makeApp(page: Page): Promise<void> {
  await button(page, 'New solution').click()
  await page.getByLabel('Name').fill('Holidays')
  await button(page, 'Create').click()
  await button(page, 'Add').click()
  await page.getByRole('menuitem', { name: 'App', exact: true }).click()
  await page.getByLabel('Name').fill('Holiday requests')
  await button(page, 'Create').click()
  await page.getByRole('heading', { level: 1, name: 'Holiday requests' }).waitFor()
}

const FIELDS = [
  ['Who', 'Person'],
  ['First day', 'Date and time'],
  ['Last day', 'Date and time'],
  ['Days', 'Whole number'],
  ['Paid', 'Yes or no'],
  ['Reason', 'Text'],
  ['Kind', 'Choice'],
] as const

async function addFields(page: Page): Promise<void> {
  for (const [name, type] of FIELDS) {
    await page.getByLabel('New field').fill(name)
    await page.getByRole('combobox', { name: 'Type' }).last().fill(type)
    await page.getByRole('option', { name: type, exact: true }).click()
    await button(page, 'Add field').click()
  }
  for (const option of ['Rest', 'Study']) {
    await page.getByLabel('New option').fill(option)
    await page.keyboard.press('Enter')
  }
}

/** Without a mouse: a name, a type, Enter; then the new field goes to the second place. */
async function addFieldByKeyboard(page: Page): Promise<void> {
  await page.getByLabel('New field').focus()
  await page.keyboard.type('Deputy')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Person')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await button(page, 'Move “Deputy”').focus()
  await page.keyboard.press('Space')
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
}

async function addStatuses(page: Page): Promise<void> {
  await openTab(page, 'Statuses')
  await page.getByLabel('First status').fill('Asked')
  await button(page, 'Add').last().click()
  for (const name of ['Approved', 'Refused']) {
    await page.getByLabel('New status in Statuses').fill(name)
    await button(page, 'Add to Statuses').click()
  }
  await page.getByText('Only as ticked').click()
  await page.getByRole('checkbox', { name: 'From Approved to Refused' }).uncheck()
  await page.getByRole('checkbox', { name: 'From Asked to Refused' }).check()
}

async function giveRights(page: Page): Promise<void> {
  await openTab(page, 'Rights')
  await page.getByPlaceholder('Group, role, user:login …').fill('user:elena')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'user:elena: create' }).check()
}

async function publish(page: Page, comment: string): Promise<void> {
  await isSaved(page)
  const dialog = page.getByRole('dialog')
  if ((await dialog.count()) === 0) await button(page, 'Publish').click()
  await dialog.getByLabel('What is new').fill(comment)
  const loss = dialog.getByRole('checkbox')
  if ((await loss.count()) > 0) await loss.check()
  await button(page, 'Publish').last().click()
  await page.getByText(/^Version \d+ is published\.$/).waitFor()
}

const APP = { namespace: 'holidays', code: 'holiday_requests' }

test('an app is made without code, and used by somebody else', async () => {
  const { page, complaints } = await open('/build')
  const barriers = await findBarriers(page, 'list')
  const look = async (where: string) => barriers.push(...(await findBarriers(page, where)))

  await makeApp(page)
  await addFields(page)
  await look('fields')
  await addFieldByKeyboard(page)
  await addStatuses(page)
  await look('statuses')
  await openTab(page, 'Settings')
  await page.getByLabel('Name of items').fill('{$who}: {$days}')
  await page.getByText('Example: Anna Berg: 3').waitFor()
  await look('settings')
  await openTab(page, 'Forms')
  await look('forms')
  await giveRights(page)
  await look('rights')
  await publish(page, 'For everybody')

  expect({ barriers, complaints }).toEqual({ barriers: [], complaints: [] })
  const { application } = await as(boss).scheme.getApp({ params: APP })
  const codes = application.fields.map(({ code }) => code).filter((code) => !code.startsWith('__'))
  expect(codes).toEqual([
    ...['who', 'deputy', 'first_day', 'last_day', 'days', 'paid', 'reason', 'kind'],
  ])
  const guest = await open('/apps/holidays/holiday_requests/new', { login: 'elena' })
  await guest.page.getByLabel('Days', { exact: true }).fill('5')
  await button(guest.page, 'Create').click()
  await guest.page.getByRole('heading', { level: 1, name: ': 5' }).waitFor()
  await guest.page.goto(page.url())
  await guest.page.getByText('Page not found.').waitFor()
})

test('an older version comes back by its plan, and its items stay', async () => {
  const { page } = await open('/build')
  await button(page, 'Design Holidays').click()
  const parts = page.getByRole('navigation', { name: 'Parts of the solution' })
  await parts.getByRole('link', { name: 'Holiday requests' }).click()
  await button(page, 'Remove “Reason”').click()
  await openTab(page, 'Settings')
  await page.getByLabel('Name of one item').fill('Holiday request')
  await openTab(page, 'Fields')
  await page.getByRole('button', { name: /^Days/ }).click()
  await button(page, 'Rename days').click()
  await page.getByLabel('New code').fill('length')
  await button(page, 'Show places').click()
  await page.getByText('{$who}: {$length}').waitFor()
  const barriers = await findBarriers(page, 'rename')
  await button(page, 'Rename everywhere').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await publish(page, 'Shorter')
  const { result: renamed } = await as(boss).apps.listItems({ params: APP })

  await page.goto(`${address}/build/history/holidays`)
  barriers.push(...(await findBarriers(page, 'history')))
  await button(page, 'Roll back to version 1').click()
  await publish(page, 'As it was')

  const { application } = await as(boss).scheme.getApp({ params: APP })
  expect(application.fields.map(({ code }) => code)).toContain('reason')
  const { result } = await as(boss).apps.listItems({ params: APP })
  expect(renamed.result).toMatchObject([{ length: 5 }])
  expect(result.result).toMatchObject([{ days: 5 }])
  expect([result.total, barriers]).toEqual([1, []])
})

test('work goes on without a connection, and leaving loses nothing', async () => {
  const { page } = await open('/build')
  await button(page, 'Design CRM').click()
  const parts = page.getByRole('navigation', { name: 'Parts of the solution' })
  await parts.getByRole('link', { name: 'Products', exact: true }).click()
  await openTab(page, 'Settings')
  const name = page.getByLabel('Name of one item')

  await page.context().setOffline(true)
  await name.fill('Article')
  await page.getByText('No connection. Your changes are kept in this browser.').waitFor()
  await page.context().setOffline(false)
  await isSaved(page)
  await button(page, 'Undo').click()
  await expect.poll(() => name.inputValue()).toBe('Product')
  await name.fill('Goods')
  await page.getByRole('link', { name: 'Designer' }).first().click()
  await page.goBack()

  await expect.poll(() => name.inputValue()).toBe('Goods')
  await isSaved(page)
  await button(page, 'File').click()
  const text = page.getByRole('textbox', { name: 'workspaces/crm/apps/products.yaml' })
  await expect.poll(() => text.inputValue()).toContain('elementName: Goods')
  await text.fill((await text.inputValue()).replace('elementName: Goods', 'elementNam: Goods'))
  await page.getByRole('button', { name: /^\d+ problems?$/ }).click()
  await page.getByRole('link', { name: /did you mean "elementName"/ }).waitFor()
})

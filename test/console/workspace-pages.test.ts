import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, publish } from './drafts.ts'
import { startConsole } from './stand.ts'

const { as, boss, open, address } = await startConsole()

const ORDERS = { namespace: 'crm', code: 'orders' }
const OPEN = ['new', 'assigned', 'in_progress', 'waiting']

/** The names of the widgets, and the number in one of them. */
const widgetsOf = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Columns of a board are sections, too.
  const labels = page.locator('main section[aria-label]:not(section section)')
  await labels.first().waitFor()
  return labels.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
}
const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const numberIn = (page: Page, name: string) => regionOf(page, name).locator('strong')
/** What is far below is loaded when somebody looks there. */
const scrollTo = (page: Page, name: string) => regionOf(page, name).scrollIntoViewIfNeeded()

/** How many requests somebody's own list has. */
const countOpen = (page: Page): Promise<number> =>
  page.evaluate(async (statusCode) => {
    const response = await fetch('/pub/v1/app/service_desk/requests/list', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ active: true, size: 0, statusCode }),
    })
    return ((await response.json()) as { result: { total: number } }).result.total
  }, OPEN as string[])

test('a salesperson sees the dashboard of the workspace, and it keeps up with what happens', async () => {
  const { page, complaints, outside } = await open('/tasks', { login: 'priya' })
  await page.getByRole('region', { name: 'CRM' }).getByRole('link', { name: 'CRM' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

  await expect
    .poll(() => widgetsOf(page))
    .toEqual([
      'Open deals',
      'Orders of the last month',
      'Not paid yet',
      'New order',
      'Pipeline',
      'Won deals',
      'Orders by status',
      'Follow-ups of this week',
      'Visits and calls',
    ])
  const { groups } = await as(boss).apps.aggregate({
    params: ORDERS,
    input: {
      filter: { tf: { paid: false } },
      values: [{ function: 'sum', field: 'total' }],
    },
  })
  const cents = (groups[0]?.values[0] as { cents: number } | undefined)?.cents ?? 0
  const shown = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })
  await expect
    .poll(() => numberIn(page, 'Not paid yet').textContent())
    .toBe(shown.format(cents / 100).replace(/\.00$/, ''))

  const before = Number(await numberIn(page, 'Orders of the last month').textContent())
  const [company] = (
    await as(boss).apps.listItems({
      params: { namespace: '_clients', code: '_companies' },
      input: { size: 1 },
    })
  ).result.result
  await as(boss).apps.createItem({
    params: ORDERS,
    input: {
      context: { company: [company?.__id], ordered: new Date().toISOString().slice(0, 10) },
    },
  })
  await expect
    .poll(() => numberIn(page, 'Orders of the last month').textContent())
    .toBe(String(before + 1))

  for (const name of ['Won deals', 'Orders by status']) {
    await scrollTo(page, name)
    await regionOf(page, name)
      .getByRole('img', { name: /^Chart/ })
      .waitFor()
  }
  await scrollTo(page, 'Visits and calls')
  await regionOf(page, 'Visits and calls').getByRole('table').waitFor()
  await page.getByRole('button', { name: 'Page actions' }).click()
  const saved = page.waitForResponse((response) => response.url().endsWith('/me/settings/home'))
  await page.getByRole('menuitem', { name: 'Make this my home page' }).click()
  await saved
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('others see of the same pages what they may open, and their own numbers', async () => {
  const engineer = await open('/pages/service_desk/board', { login: 'sofia' })
  const lawyer = await open('/pages/service_desk/board', { login: 'lucas' })

  const [all, own] = [await countOpen(engineer.page), await countOpen(lawyer.page)]
  expect(all).toBeGreaterThan(own)
  await expect.poll(() => numberIn(engineer.page, 'Open').textContent()).toBe(String(all))
  await expect.poll(() => numberIn(lawyer.page, 'Open').textContent()).toBe(String(own))
  await expect.poll(() => widgetsOf(engineer.page)).toContain('Where requests wait')
  await expect.poll(() => widgetsOf(lawyer.page)).not.toContain('Where requests wait')

  await lawyer.page.goto(`${address}/pages/crm/dashboard`)
  // Authors read their own orders, so a lawyer could have some: of those of others nothing is told.
  await expect
    .poll(() => widgetsOf(lawyer.page))
    .toEqual([
      'Open deals',
      'Orders of the last month',
      'Not paid yet',
      'Pipeline',
      'Orders by status',
    ])
  await expect.poll(() => numberIn(lawyer.page, 'Orders of the last month').textContent()).toBe('0')
  await expect.poll(() => numberIn(lawyer.page, 'Not paid yet').textContent()).toBe('—')
  await lawyer.page.goto(`${address}/pages/crm/nowhere`)
  await lawyer.page.getByText('page not found: crm/nowhere').waitFor()
})

test('an administrator sees a page as somebody else, and as themselves again', async () => {
  const { page, complaints } = await open('/pages/service_desk/board')
  const all = await widgetsOf(page)
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'See it as …' }).click()
  await page.getByRole('combobox', { name: 'Person' }).fill('Lucas')
  await page.getByRole('option', { name: /Lucas/ }).click()
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  await page.getByText(/^You see this page as .*Lucas/).waitFor()

  expect(all).toContain('Where requests wait')
  await expect.poll(() => widgetsOf(page)).not.toContain('Where requests wait')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.poll(() => widgetsOf(page)).toEqual(all)
  expect(complaints).toEqual([])
})

test('a head of sales puts a widget on the page, publishes, and others see it', async () => {
  const { page, complaints } = await open('/build', { login: 'marco' })
  await button(page, 'Design CRM').click()
  await page.getByRole('status', { name: 'Draft' }).waitFor()
  await page.goto(`${page.url()}?file=workspaces/crm/pages/dashboard.yaml`)
  const canvas = page.getByRole('region', { name: 'Widgets' })
  await canvas.getByRole('region', { name: 'Open deals' }).waitFor()

  await button(page, 'Add a widget').click()
  await page.getByRole('menuitem', { name: 'Add: Number' }).click()
  const settings = page.getByRole('complementary', { name: /^Settings of/ })
  await settings.getByLabel('Name').fill('All orders')
  await settings.getByRole('combobox', { name: 'App' }).click()
  await page.getByRole('option', { name: 'Orders', exact: true }).click()
  await canvas.getByRole('region', { name: 'All orders' }).locator('strong').waitFor()
  const handle = button(page, 'Move All orders')
  await handle.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('All orders is now 4 columns wide and 1 rows tall.').waitFor()
  await handle.focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByText('All orders is now 9 of 10.').waitFor()
  await page.getByRole('link', { name: 'Orders by month and status' }).click()
  await page.getByRole('region', { name: 'Preview' }).getByRole('table').waitFor()

  await publish(page, 'All orders on the dashboard')

  const { result } = await as(boss).apps.listItems({
    params: ORDERS,
    input: { active: true, size: 0 },
  })
  await page.goto(`${address}/pages/crm/dashboard`)
  await scrollTo(page, 'All orders')
  await expect.poll(() => numberIn(page, 'All orders').textContent()).toBe(String(result.total))
  await expect.poll(async () => (await widgetsOf(page)).at(-2)).toBe('All orders')
  expect(complaints).toEqual([])
})

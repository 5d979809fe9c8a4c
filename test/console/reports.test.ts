import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { startSmtp } from '../smtp.ts'
import { startConsole } from './stand.ts'

const smtp = await startSmtp()
afterAll(() => smtp.stop())
const { open } = await startConsole({
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
})

const clean = { outside: [], complaints: [] }

test('a report is found by its workspace and shown as a table and a chart', async () => {
  const { page, outside, complaints } = await open('/reports')
  const desk = page.getByRole('region', { name: 'Service desk' })
  await desk.getByRole('link', { name: 'Requests by category' }).click()
  await page.getByRole('heading', { name: 'Requests by category' }).waitFor()
  const table = page.getByRole('table', { name: 'Requests by category' })
  const chart = page.getByRole('img', { name: 'Chart: Requests by category' })
  const category = await table.getByRole('link').first().textContent()
  await chart
    .locator('text')
    .getByText(category ?? '')
    .waitFor()

  const counts = async () =>
    (await table.locator('tbody td:nth-child(2)').allTextContents()).map(Number)
  const ordered = (await counts()).sort((one, other) => one - other)
  await page.getByRole('button', { name: 'Sort by Requests' }).click()
  await expect.poll(counts).toEqual(ordered)
  await page.getByRole('button', { name: 'Sort by Requests' }).click()
  await expect.poll(counts).toEqual(ordered.toReversed())

  // While it is hidden it is not drawn: its library complains about a box without a size.
  const hiding = await page.addStyleTag({ content: '[role="img"] { display: none }' })
  await page.locator('.recharts-wrapper').waitFor({ state: 'detached' })
  await hiding.evaluate((tag: { remove(): void }) => tag.remove())
  await chart.locator('text').first().waitFor()

  await page.setViewportSize({ width: 380, height: 900 })
  const labels = chart.locator('.recharts-xAxis .recharts-cartesian-axis-tick')
  await expect.poll(() => labels.count()).toBe(ordered.length)
  expect({ outside, complaints }).toEqual(clean)
})

test('the choice of a chart stays', async () => {
  const { page, complaints } = await open('/reports/service_desk/by_category')
  const kept = page.waitForResponse((response) => response.url().includes('/me/settings/reports'))
  await page.getByText('Pie').click()
  await kept
  await page.reload()

  await page
    .getByRole('radio', { name: 'Pie' })
    .and(page.locator(':checked'))
    .waitFor({ state: 'attached' })
  await page.getByRole('img', { name: 'Chart: Requests' }).waitFor()
  expect(complaints).toEqual([])
})

test('a parameter changes the rows, and they are taken along as CSV', async () => {
  const { page, complaints } = await open('/reports/crm/won_by_month')
  const rows = page.getByRole('table').locator('tbody tr')
  await rows.nth(3).waitFor()
  await page.getByLabel('Months back').fill('1')
  await page.getByRole('button', { name: 'Run' }).click()
  await rows.nth(3).waitFor({ state: 'detached' })
  // Until the new rows are there, there are none.
  await rows.first().waitFor()
  const count = await rows.count()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await (await downloading).path()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n')

  expect(lines[0]).toBe('\uFEFFMonth,Deals,Amount')
  expect(lines).toHaveLength(count + 1)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d,\d+,[\d.]+$/)
  expect(complaints).toEqual([])
})

test('a report is mailed as it is chosen on the page, and the page says so', async () => {
  const { page, complaints } = await open('/reports/crm/won_by_month', { login: 'marco' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.getByRole('table').locator('tbody tr').first().waitFor()
  await button('By mail').click()
  await page.getByText('Nobody gets this report by mail yet.').waitFor()
  await button('New mailing').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('What was won')
  await page.getByRole('combobox', { name: 'File' }).click()
  await page.getByRole('option', { name: 'CSV' }).click()
  await button('Save').click()
  await button('Actions of “What was won”').click()
  await page.getByRole('menuitem', { name: 'Send now' }).click()

  await page.getByText(/· 1 sent/).waitFor()
  const [letter] = smtp.letters.filter(({ source }) => source.includes('Subject: What was won'))
  expect(letter?.source).toContain('won_by_month.csv')
  expect(complaints).toEqual([])
})

import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { startConsole } from './stand.ts'

// The first visit unpacks a browser, and a busy machine shows pages slowly.
vi.setConfig({ testTimeout: 120_000 })

const { open } = await startConsole()

const clean = { outside: [], complaints: [] }

test('a report is found by its workspace and shown as a table and a chart', async () => {
  const { page, outside, complaints } = await open('/reports')
  const desk = page.getByRole('region', { name: 'Service desk' })
  await desk.getByRole('link', { name: 'Workload of agents' }).click()
  await page.getByRole('heading', { name: 'Workload of agents' }).waitFor()
  const table = page.getByRole('table', { name: 'Workload of agents' })
  await table.getByText('Duarte Sofia').waitFor()
  const chart = page.getByRole('img', { name: 'Chart: Workload of agents' })
  await chart.getByText('Duarte Sofia').waitFor()

  const column = () => table.locator('tbody tr td:nth-child(2)').allTextContents()
  const ordered = (await column()).map(Number).sort((one, other) => one - other)
  await page.getByRole('button', { name: 'Sort by Open' }).click()
  await page
    .getByRole('columnheader', { name: 'Sort by Open' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  await expect.poll(async () => (await column()).map(Number)).toEqual(ordered)
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
  await page.getByRole('button', { name: 'Show' }).click()
  await rows.nth(3).waitFor({ state: 'detached' })
  const count = await rows.count()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await (await downloading).path()
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n')

  expect(lines[0]).toBe('\uFEFFMonth,Deals,Amount')
  expect(lines).toHaveLength(count + 1)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d,\d+,[\d.]+$/)
  expect(complaints).toEqual([])
})

test('a report is read without scrolling sideways at 380 px', async () => {
  const { page } = await open('/reports/contracts/expiring', { width: 380 })
  await page.getByRole('heading', { level: 1, name: 'Agreements about to expire' }).waitFor()
  await page.getByRole('region', { name: 'Chart' }).waitFor()

  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(isTooWide).toBe(false)
})

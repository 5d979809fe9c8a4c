import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, isSaved, publish, publishAs } from './drafts.ts'
import { findBarriers } from './find-barriers.ts'
import * as steps from './holidays.ts'
import { startConsole } from './stand.ts'

const { open, as, boss, address } = await startConsole()
const APP = { namespace: 'holidays', code: 'holiday_requests' }
const PATH = '/apps/holidays/holiday_requests'
const FILE = 'workspaces/holidays/apps/holiday_requests.yaml'

/** What a reviewer reads: the part of the file that the designers of forms and views wrote. */
const WRITTEN = `forms:
  create:
    sections:
      - fields:
          - who
          - deputy
          - first_day
          - last_day
          - days
          - paid
          - kind
      - name: Reason
        fields:
          - field: reason
            required: true
        visible:
          gt:
            - field: days
            - const: 10
views:
  board:
    name: Board
    type: board
    card:
      - who
      - days
      - first_day
    colourBy: kind
  away:
    name: Away
    type: calendar
    date: first_day
    until: last_day
defaultView: board
`

test('holiday requests are built without YAML, used by others, read as files, and rolled back', async () => {
  const draft = await build()
  await use(draft)
  await review()
})

/** Somebody clicks everything together; gives the address of the draft. */
async function build(): Promise<string> {
  const { page, complaints } = await open('/build')
  const barriers = await findBarriers(page, 'list')
  const look = async (where: string) => barriers.push(...(await findBarriers(page, where)))

  await button(page, 'New solution').click()
  await page.getByLabel('Name').fill('Holidays')
  await button(page, 'Create').click()
  await publish(page, 'Begun')
  await steps.addPart(page, 'App', 'Holiday requests')
  await steps.addFields(page)
  await look('fields')
  await steps.addFieldByKeyboard(page)
  await steps.addStatuses(page)
  await look('statuses')
  await steps.nameItems(page)
  await look('settings')
  await steps.arrangeForm(page)
  await look('forms')
  await steps.addViews(page)
  await look('views')
  await steps.giveRights(page)
  await look('rights')
  await steps.addPart(page, 'Process', 'Approve a holiday')
  await steps.drawProcess(page)
  await look('process')
  await steps.addPart(page, 'Report', 'Holidays by kind')
  await steps.buildReport(page)
  await look('report')
  await steps.addPart(page, 'Page', 'Overview')
  await steps.buildDashboard(page)
  await look('page')
  await steps.recode(page, 'Holidays by kind', 'by_kind')
  await publish(page, 'For everybody')
  expect({ barriers, complaints }).toEqual({ barriers: [], complaints: [] })

  const { application } = await as(boss).scheme.getApp({ params: APP })
  const codes = application.fields.map(({ code }) => code).filter((code) => !code.startsWith('__'))
  expect(codes).toEqual([
    ...['who', 'deputy', 'first_day', 'last_day', 'days', 'paid', 'reason', 'kind'],
  ])
  const statuses = application.fields.find(({ code }) => code === '__status')?.data.statusItems
  expect(statuses).toMatchObject([{}, {}, { name: 'Refused', colour: 'red' }])
  return page.url()
}

/** One asks, the superior approves, and the dashboard counts it. */
async function use(draft: string): Promise<void> {
  const { page, complaints } = await open(PATH, { login: 'elena' })
  await page.getByRole('region', { name: 'Asked' }).getByText('Nothing here').waitFor()
  await page
    .locator('nav a', { hasText: 'Holiday requests' })
    .locator('.tabler-icon-beach')
    .waitFor()
  await page.locator('h1 .tabler-icon-beach').waitFor()
  const barriers = await findBarriers(page, 'board')
  const dot = page.getByRole('region', { name: 'Refused' }).locator('[style*="color-red-5"]')
  await dot.first().waitFor()
  await page.getByRole('link', { name: 'Away' }).click()
  await page.getByRole('table', { name: 'Away' }).waitFor()
  barriers.push(...(await findBarriers(page, 'calendar')))
  await page.getByRole('link', { name: /^Create on \w+ 15, / }).click()
  await page.getByLabel('Days', { exact: true }).fill('12')
  await page.getByRole('heading', { name: 'Reason' }).waitFor()
  await button(page, 'Create').click()
  await page.getByText('Required.').waitFor()
  barriers.push(...(await findBarriers(page, 'form')))
  await page.getByLabel('Reason').last().fill('An exam')
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Study' }).click()
  await button(page, 'Create').click()
  await page.getByRole('heading', { level: 1, name: ': 12' }).waitFor()
  await button(page, 'Approve a holiday').click()
  await button(page.getByRole('dialog'), 'Start').click()
  await page
    .getByRole('link', { name: /Approve the holiday/ })
    .first()
    .waitFor()

  const { result } = await as(boss).tasks.list({
    input: { filter: { eql: { query: "[__name] = 'Approve the holiday'" } } },
  })
  const head = await open(`/task/${result.result[0]?.__id}`, { login: 'marco' })
  await button(head.page, 'Approve').click()
  await expect.poll(async () => (await itemOf()).__status).toMatchObject({ status: 2 })
  await head.page.goto(`${address}/pages/holidays/overview`)
  const approved = head.page.getByRole('region', { name: 'Approved holidays' })
  await expect.poll(() => approved.locator('strong').textContent()).toBe('1')
  const report = head.page.getByRole('region', { name: 'What for' })
  await report.getByText('Study').first().waitFor()
  barriers.push(...(await findBarriers(head.page, 'dashboard')))
  expect({ barriers, complaints: [...complaints, ...head.complaints] }).toEqual({
    barriers: [],
    complaints: [],
  })
  await page.goto(draft)
  await page.getByText('Page not found.').waitFor()
}

const itemOf = async () => {
  const { result } = await as(boss).apps.listItems({ params: APP, input: { active: true } })
  const [item] = result.result
  if (!item || result.total !== 1) throw new Error(`there are ${result.total} requests`)
  return item
}

/** It is a folder of readable files, and rolling back loses nothing. */
async function review(): Promise<void> {
  const { files } = await as(boss).solutions.export({ params: { code: 'holidays' } })
  expect(files.map(({ path }) => path).sort()).toEqual([
    'solution.yaml',
    FILE,
    'workspaces/holidays/pages/overview.yaml',
    'workspaces/holidays/processes/approve_a_holiday.bpmn',
    'workspaces/holidays/processes/approve_a_holiday.yaml',
    'workspaces/holidays/reports/by_kind.yaml',
    'workspaces/holidays/widgets/number.yaml',
    'workspaces/holidays/widgets/report.yaml',
    'workspaces/holidays/workspace.yaml',
  ])
  const own = files.find(({ path }) => path === FILE)
  const text = own && 'content' in own ? own.content : ''
  expect(text).toContain(WRITTEN)
  expect(text).toContain('icon: beach\n')
  const report = files.find(({ path }) => path.endsWith('by_kind.yaml'))
  expect(report && 'content' in report ? report.content : '').toContain(
    '  filter:\n    tf:\n      days:\n        min: 1\n',
  )

  const byHand = files.map((file) =>
    file.path === FILE
      ? { ...file, content: text.replace('name: Away', 'name: Who is away') }
      : file,
  )
  await as(boss).solutions.apply({ input: { files: byHand } })
  const { page } = await open('/build')
  await button(page, 'Design Holidays').click()
  const parts = page.getByRole('navigation', { name: 'Parts of the solution' })
  await parts.getByRole('link', { name: 'Holiday requests' }).click()
  await steps.openTab(page, 'Views')
  await page.getByRole('button', { name: /^Who is away/ }).waitFor()

  const barriers = await rename(page)
  expect(await itemOf()).toMatchObject({ length: 12 })

  const rollBack = async (version: number, comment: string) => {
    await page.goto(`${address}/build/history/holidays`)
    await button(page, `Roll back to version ${version}`).click()
    await publishAs(page, comment)
  }
  await page.goto(`${address}/build/history/holidays`)
  barriers.push(...(await findBarriers(page, 'history')))
  await rollBack(2, 'The name as it was')
  expect(await itemOf()).toMatchObject({ days: 12 })
  await rollBack(1, 'As if it had never been')
  await expect(as(boss).apps.listItems({ params: APP })).rejects.toThrow()
  await rollBack(2, 'Back again')
  expect([(await itemOf()).reason, barriers]).toEqual(['An exam', []])
}

/** Another code for a field, in everything that names it. */
async function rename(page: Page): Promise<string[]> {
  await steps.openTab(page, 'Fields')
  await page.getByRole('button', { name: /^Days/ }).click()
  await button(page, 'Rename days').click()
  await page.getByLabel('New code').fill('length')
  await button(page, 'Show places').click()
  await page.getByText('{$who}: {$length}').waitFor()
  const barriers = await findBarriers(page, 'rename')
  await button(page, 'Rename everywhere').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await publish(page, 'Length')
  return barriers
}

test('work goes on without a connection, and leaving loses nothing', async () => {
  const { page } = await open('/build')
  await button(page, 'Design CRM').click()
  const parts = page.getByRole('navigation', { name: 'Parts of the solution' })
  await parts.getByRole('link', { name: 'Products', exact: true }).click()
  await steps.openTab(page, 'Settings')
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
  await expect.poll(() => text.inputValue()).toContain('elementName: { en: Goods')
  await text.fill((await text.inputValue()).replace('elementName:', 'elementNam:'))
  await page.getByRole('button', { name: /^\d+ problems?$/ }).click()
  await page.getByRole('link', { name: /did you mean "elementName"/ }).waitFor()
})

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Field } from '../../web/fields/field.ts'
import { familyOf, operatorsOf } from '../../web/pages/apps/filter/families.ts'
import { type Condition, needsValue } from '../../web/pages/apps/filter/model.ts'
import { toEql } from '../../web/pages/apps/filter/to-eql.ts'
import { toJson } from '../../web/pages/apps/filter/to-json.ts'
import { feedNow } from '../search.ts'
import { boxOf, lift } from './box-of.ts'
import { sellAtDesk, sellOnTheWay } from './salesperson.ts'
import { startConsole } from './stand.ts'

const { app, open, as, boss } = await startConsole()
const { apps } = as(boss)
const requests = { namespace: 'service_desk', code: 'requests' }
const orders = { namespace: 'crm', code: 'orders' }
const products = { namespace: 'crm', code: 'products' }

const SYSTEM = ['__name', '__status', '__createdAt', '__createdBy', '__index', '__externalId']

const chooseFilter = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).last().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const idOf = async (place: typeof requests, name: string) => {
  const filter = { tf: { __name: name } }
  const { result } = await apps.listItems({ params: place, input: { filter } })
  return result.result[0]?.__id ?? ''
}

/** What a person would compare a field with, in the form that filters have it. */
function comparedWith(field: Field, value: unknown): unknown {
  const [first] = [value].flat() as { code?: string; cents?: number; status?: number }[]
  switch (familyOf(field)) {
    case 'choice':
      return [first?.code]
    case 'status':
      return [first?.status]
    case 'people':
    case 'links':
      return [first]
    case 'number':
      return field.type === 'MONEY' ? Number(first?.cents) / 100 : value
    case 'date':
      return String(value).slice(0, 10)
    case 'contact':
      return 'a'
    default:
      return value
  }
}

test.each(['service_desk/requests', 'crm/orders', 'crm/products', '_clients/_contacts'])(
  'every condition on %s finds the same as JSON and as EQL',
  async (path) => {
    const [namespace = '', code = ''] = path.split('/')
    const params = { namespace, code }
    const { application } = await as(boss).scheme.getApp({ params })
    const { result } = await apps.listItems({ params, input: { active: true, size: 200 } })
    const count = async (filter: Record<string, unknown>) =>
      (await apps.listItems({ params, input: { active: true, size: 0, filter } })).result.total
    const shown = application.fields.filter(
      ({ code: each, deleted }) => !deleted && (!each.startsWith('__') || SYSTEM.includes(each)),
    )
    const conditions = shown.flatMap((field) => {
      const item = result.result.find((each) => each[field.code] != null)
      const value = item && comparedWith(field, item[field.code])
      return operatorsOf(field)
        .filter((operator) => value !== undefined || !needsValue(operator))
        .map((operator): Condition => {
          const compared = operator === 'within' ? 'last30' : value
          return { field: field.code, operator, ...(needsValue(operator) && { value: compared }) }
        })
    })
    expect(conditions.length).toBeGreaterThan(40)
    for (const condition of conditions) {
      const group = { isAny: false, parts: [condition] }
      const [json, eql] = [toJson(group), toEql(group)]
      const found = await count(json)
      expect(await count({ eql: { query: eql } }), eql).toBe(found)
    }
  },
)

test('a filter is built from conditions and shows its JSON and EQL; a link shares it', async () => {
  const { page, outside, complaints } = await open('/apps/service_desk/requests')
  await page.getByRole('row').nth(5).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Condition' }).click()
  await chooseFilter(page, 'Field', 'Priority')
  // What is chosen stands above the input and takes the click.
  await page.getByRole('combobox', { name: 'Value' }).click({ force: true })
  await page.getByRole('option', { name: 'Urgent' }).click()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('figure').count()).toBe(0)
  await page.getByRole('button', { name: 'JSON and EQL' }).click()

  const json = page.getByRole('figure', { name: 'JSON' }).locator('pre')
  await json.getByText('"priority"').waitFor()
  const { filter } = JSON.parse((await json.textContent()) ?? '')
  expect(filter).toEqual({ tf: { priority: ['urgent'] } })
  const eql = await page.getByRole('figure', { name: 'EQL' }).locator('pre').textContent()
  expect(eql).toBe("[priority] in ('urgent')")

  const { result } = await apps.listItems({ params: requests, input: { active: true, filter } })
  await page.getByText(`${result.total} items`, { exact: true }).first().waitFor()
  await page.reload()
  await page.getByText(`${result.total} items`, { exact: true }).first().waitFor()
  await page.getByRole('list', { name: 'Filter' }).getByText('Urgent').waitFor()
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('a query is written by hand, and a mistake is told at its place', async () => {
  const { page, complaints } = await open('/apps/service_desk/requests')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'JSON and EQL' }).click()
  await page.getByText('EQL', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'EQL' }).fill("[prority] = 'high'")
  const mistake = page.getByRole('region', { name: 'Filter' }).getByRole('alert')
  await mistake.getByText('did you mean "priority"?').waitFor()
  expect(await mistake.locator('mark').textContent()).toBe('[')
  // The browser complains of the refusal as well.
  complaints.length = 0

  await page.getByRole('textbox', { name: 'EQL' }).fill("[priority] = 'high'")
  await page.getByRole('button', { name: 'Apply' }).click()
  const filter = { tf: { priority: 'high' } }
  const { result } = await apps.listItems({ params: requests, input: { active: true, filter } })
  await page.getByText(`${result.total} items`, { exact: true }).first().waitFor()
  expect(complaints).toEqual([])
})

test('a saved view survives a reload, columns and all', async () => {
  const { page, complaints } = await open('/apps/crm/products')
  await page.getByRole('row').nth(2).waitFor()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Name', exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Save as a view' }).click()
  await page.getByRole('textbox', { name: 'View name' }).fill('By name')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('[aria-current=page]').getByText('By name').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Created by' }).click()
  await page.getByRole('heading', { name: 'Products' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
  await page.goto(page.url().replace(/\?.*/, ''))
  await page.getByRole('link', { name: 'By name' }).click()

  const sorted = page.locator('[role=columnheader][aria-sort=ascending]')
  await sorted.getByText('Name').waitFor()
  await page.getByRole('columnheader', { name: 'Created by' }).waitFor()
  const { result } = await apps.listItems({
    params: products,
    input: { active: true, size: 1, sortExpressions: [{ field: '__name', ascending: true }] },
  })
  await page.getByRole('row').nth(1).getByText(String(result.result[0]?.__name)).waitFor()
  await page.getByRole('button', { name: 'View “By name”' }).click()
  await page.getByRole('menuitem', { name: 'Share with everybody…' }).click()
  await page.waitForURL(/\/build\//)
  const id = /build\/([^?]+)/.exec(page.url())?.[1] ?? ''
  const { drafts } = as(boss)
  const path = 'workspaces/crm/apps/products.yaml'
  const { file } = await drafts.getFile({ params: { id }, input: { path } })
  expect(JSON.stringify(file)).toContain('by_name')
  await drafts.remove({ params: { id } })
  expect(complaints).toEqual([])
})

test('a card is moved by keyboard and by hand, and its status is stored', async () => {
  const { page, complaints } = await open('/apps/service_desk/requests?as=board')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = column('New').getByRole('link').first()
  const name = (await card.locator('span').first().textContent()) ?? ''
  await card.focus()
  await page.keyboard.press('Space')
  await page.locator('[data-dragging]').waitFor()
  await page.keyboard.press('ArrowRight')
  await column('Assigned').locator('[data-over]').waitFor()
  await page.keyboard.press('Space')
  await column('Assigned').getByRole('link', { name }).waitFor()
  const id = await idOf(requests, name)
  const statusOf = async () =>
    (await apps.getItem({ params: { ...requests, id } })).item.__status as { status: number }
  await expect.poll(async () => (await statusOf()).status).toBe(2)

  await lift(column('Assigned').getByRole('link', { name }), { x: 20, y: 12 })
  const to = await boxOf(column('In progress'))
  await page.mouse.move(to.x + 80, to.y + 90, { steps: 12 })
  await column('In progress').locator('[data-over]').waitFor()
  await page.mouse.up()
  await column('In progress').getByRole('link', { name }).waitFor()
  await expect.poll(async () => (await statusOf()).status).toBe(3)
  expect(complaints).toEqual([])
})

test('a card goes only where its holder may put it, and the others say why', async () => {
  const { page, complaints } = await open('/apps/crm/orders?as=board', { login: 'omar' })
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = column('Confirmed').getByRole('link').first()
  const name = (await card.locator('span').first().textContent()) ?? ''
  await card.focus()
  await page.keyboard.press('Space')

  await column('New')
    .getByText(/^Only for: group “/)
    .waitFor()
  expect(await column('Being packed').getByRole('note').count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await column('Being packed').locator('[data-over]').waitFor()
  await page.keyboard.press('Space')

  await column('Being packed').getByRole('link', { name }).waitFor()
  expect(await page.getByRole('note').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('the menu of an item offers what is open to the reader, the rest is grey with its reason', async () => {
  const params = { namespace: 'contracts', code: 'agreements' }
  const { result } = (
    await apps.listItems({ params, input: { statusCode: ['approval'], size: 1 } })
  ).result
  const path = `/apps/contracts/agreements/${result[0]?.__id}`
  const { page, complaints } = await open(path, { login: 'ruth' })

  await page.getByRole('button', { name: 'Status: In approval' }).click()

  const option = (name: string) => page.getByRole('menuitem', { name })
  await option('Being signed').getByText('The approval is not over yet.').waitFor()
  await option('Active').getByText('Not allowed from the current status').waitFor()
  expect(await option('Active').isDisabled()).toBe(true)
  expect(complaints).toEqual([])
})

test.each(['board', 'menu'])(
  'what a status needs is asked for, and sent with the move: %s',
  async (way) => {
    const companies = { namespace: '_clients', code: '_companies' }
    const { result } = (await apps.listItems({ params: companies, input: { size: 1 } })).result
    const context = { company: [result[0]?.__id] }
    const { item } = await apps.createItem({ params: orders, input: { context } })
    const id = item.__id
    const name = String(item.__name)
    const path = way === 'board' ? `?as=board&q=${encodeURIComponent(name)}` : `/${id}`
    const { page, complaints } = await open(`/apps/crm/orders${path}`, { login: 'priya' })
    const writes: string[] = []
    page.on('request', (request) => {
      const [, last] = /\/(set-status|update|batch)$/.exec(request.url()) ?? []
      if (last) writes.push(last)
    })
    if (way === 'board') {
      const column = (title: string) => page.getByRole('region', { name: title, exact: true })
      await column('New').getByRole('link', { name }).focus()
      await page.keyboard.press('Space')
      await column('Confirmed').getByText('Asks for: Promised for, Total').waitFor()
      await page.keyboard.press('ArrowRight')
      await column('Confirmed').locator('[data-over]').waitFor()
      await page.keyboard.press('Space')
    } else {
      await page.getByRole('button', { name: 'Status: New' }).click()
      await page.getByRole('menuitem', { name: 'Confirmed' }).click()
    }
    const form = page.getByRole('dialog', { name: 'Status: Confirmed' })
    await form.getByLabel('Total').fill('250')
    await form.getByRole('button', { name: 'Set status' }).click()
    await form.getByLabel('Promised for').fill('2027-03-02')
    await form.getByRole('button', { name: 'Set status' }).click()
    await form.waitFor({ state: 'hidden' })

    const now = (await apps.getItem({ params: { ...orders, id } })).item
    expect(now).toMatchObject({ __status: { status: 2 }, total: { cents: 25_000 } })
    expect(writes).toEqual(['set-status'])
    expect(complaints).toEqual([])
  },
)

test.each([
  ['at a desk', 1440, 'priya', sellAtDesk],
  ['on the way, in Russian', 380, 'tomas', sellOnTheWay],
] as const)(
  'a salesperson wins a deal, adds one and finds a contact %s',
  async (_, width, login, sell) => {
    await feedNow(app.platform)
    const path = '/apps/_clients/_deals?shared=board'
    const { page, outside, complaints } = await open(path, { login, width })

    const barriers = await sell({ page, client: as(boss) })

    expect({ barriers, outside, complaints }).toEqual({ barriers: [], outside: [], complaints: [] })
  },
)

test('what another person changes appears without a reload', async () => {
  const { page, complaints } = await open('/apps/crm/products')
  await page.getByRole('row').nth(2).waitFor()

  const context = { __name: 'Made by another', sku: 'NEW-1' }
  await apps.createItem({ params: products, input: { context } })

  await page.getByRole('link', { name: 'Made by another' }).waitFor()
  expect(complaints).toEqual([])
})

test('a table of 1,000 rows is imported; what is wrong in it is told and can be downloaded', async () => {
  const { page, outside, complaints } = await open('/apps/crm/products/import')
  const rows = Array.from({ length: 1000 }, (_, at) =>
    // Every hundredth has no article number, which every product must have.
    [`Imported ${at}`, at % 100 === 7 ? '' : `IMP-${at}`, at, 'x'].join(';'),
  )
  const text = ['Name;Number on the box;In stock;Remark', ...rows].join('\n')
  const buffer = Buffer.from(text)
  const file = { name: 'products.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('cell', { name: 'Imported 3', exact: true }).waitFor()
  await page.getByText('No column for required fields: Article number').waitFor()
  await page.getByRole('combobox', { name: 'Field for “Number on the box”' }).click()
  await page.getByRole('option', { name: 'Article number' }).click()
  await page.getByRole('button', { name: 'Start the import' }).click()

  await page.getByRole('progressbar').waitFor({ state: 'attached' })
  await page.getByText('The import is complete').waitFor()
  await page.getByText('990', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'a value is required' }).first().waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all errors' }).click()
  const errors = await readFile(await (await downloading).path(), 'utf8')
  expect(errors.trim().split('\n')).toHaveLength(11)
  expect(errors).toContain('9,sku,a value is required')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page
    .getByRole('link', { name: /^Imported/ })
    .first()
    .waitFor()
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('chosen rows are changed together, and each refusal is told; deleted ones come back', async () => {
  const { page, complaints } = await open('/apps/crm/products?q=Imported 99')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await page.getByRole('checkbox', { name: 'Select “Imported 99”' }).click()
  await page
    .getByRole('checkbox', { name: 'Select “Imported 995”' })
    .click({ modifiers: ['Shift'] })
  // What is typed finds some of the rows; those that are selected stay so.
  await page.getByRole('searchbox', { name: 'Find by name' }).fill('Imported 9')
  await page.waitForURL(/q=Imported\+9$/)
  await page.getByRole('button', { name: 'Set field' }).click()
  await page.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Article number' }).click()
  await page.getByRole('textbox', { name: 'New value' }).fill('SAME')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/1 item changed\. \d+ could not be changed\./).waitFor()
  await page.getByRole('dialog').getByText('Imported 99', { exact: false }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByRole('checkbox', { name: 'Select “Imported 991”' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row('Imported 991').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Deleted items' }).click()
  await row('Imported 991').getByRole('button', { name: 'Restore' }).click()
  await page.getByText('No deleted items').waitFor()
  await expect(idOf(products, 'Imported 991')).resolves.not.toBe('')
  expect(complaints).toEqual([])
})

test('the list is saved as a file, as it is filtered', async () => {
  const { page, complaints } = await open('/apps/crm/products?q=Imported 98')
  await page.getByRole('link', { name: 'Imported 98', exact: true }).waitFor()
  const save = async (name: string) => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    return readFile(await (await downloading).path())
  }

  const csv = (await save('Export to CSV')).toString()
  const book = await save('Export to Excel')

  expect(csv.trim().split('\n')).toHaveLength(12)
  expect(csv).toContain('Imported 98')
  expect(book.subarray(0, 2).toString()).toBe('PK')
  expect(complaints).toEqual([])
})

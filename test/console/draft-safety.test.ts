import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { boxOf } from './box-of.ts'
import { button, isSaved } from './drafts.ts'
import { openTab } from './holidays.ts'
import { startConsole } from './stand.ts'

/** Work in the designer that meets other tabs, refusals and lost connections. */

const { open, as, boss } = await startConsole()
const PRODUCTS = 'workspaces/crm/apps/products.yaml'
const ORDERS = 'workspaces/crm/apps/orders.yaml'
const DASHBOARD = 'workspaces/crm/pages/dashboard.yaml'
const PATIENT = { timeout: 60_000 }
const OFFLINE = 'No connection. Your changes are kept in this browser.'

type Edits = Parameters<ReturnType<typeof as>['drafts']['edit']>[0]['input']['edits']

/** A draft with a file open; what it has from the start is saved before. */
async function startDraft(file: string, edits: Edits = []) {
  const { draft } = await as(boss).drafts.create({ input: { solution: 'crm' } })
  const { id, revision } = draft
  if (edits.length > 0) await as(boss).drafts.edit({ params: { id }, input: { revision, edits } })
  const { page, complaints } = await open(`/build/${draft.id}?file=${file}`)
  await page.getByRole('status', { name: 'Draft' }).waitFor()
  const textOf = async (path: string) => {
    const call = { params: { id: draft.id }, input: { path } }
    return (await as(boss).drafts.getFile(call)).file
  }
  return { page, complaints, id: draft.id, textOf }
}

const elementName = async (page: Page): Promise<Locator> => {
  await openTab(page, 'Settings')
  return page.getByLabel('Name of one item')
}

test('a tab without a connection keeps its edits while another tab saves', async () => {
  const { page, textOf } = await startDraft(PRODUCTS)
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate('void window.open(location.href)'),
  ])
  const [first, second] = [await elementName(page), await elementName(other)]
  await page.route('**/edits', (route) => route.abort())
  await first.fill('Article')
  await page.getByText(OFFLINE).waitFor()
  await other.getByLabel('Description').first().fill('Goods')
  await isSaved(other)
  expect(await second.inputValue()).toBe('Product')

  await page.unroute('**/edits')
  await page.reload()

  await expect.poll(async () => (await elementName(page)).inputValue()).toBe('Article')
  await isSaved(page)
  const saved = async () => (await textOf(PRODUCTS)).text
  await expect.poll(saved).toContain('Article')
  expect(await saved()).toContain('Goods')
})

/**
 * With the mouse, where the connection goes away under way. What is drawn again lets go of what was taken: then it
 * is taken once more.
 */
async function drag(page: Page, handle: Locator, to: Locator): Promise<void> {
  const goal = await boxOf(to)
  const taken = page.locator('[data-rfd-draggable-id][style*="position: fixed"]').first()
  const announced = (text: RegExp) =>
    page
      .locator('[id^="rfd-announcement"]', { hasText: text })
      .waitFor({ state: 'attached', timeout: 5000 })
  await vi.waitFor(async () => {
    await page.mouse.move(4, 4)
    await page.mouse.up()
    const from = await boxOf(handle)
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 10, { steps: 4 })
    await taken.waitFor({ timeout: 5000 })
    await page.context().setOffline(true)
    const [goalX, goalY] = [goal.x + goal.width / 2, goal.y + goal.height / 2]
    await page.mouse.move(goalX, goalY)
    await page.mouse.move(goalX, goalY + 4, { steps: 12 })
    // Let go once it is announced elsewhere: until then it would drop where it was taken.
    await announced(
      /^\s*You have moved the item from position (\d+)\s+(in list|to position (?!\1\b))/,
    )
    await page.mouse.up()
    await announced(/You have dropped the item/)
  }, PATIENT)
  await page.getByText(OFFLINE).waitFor()
}

test('what is dragged while the connection is lost stays where it was put', async () => {
  const { page, textOf } = await startDraft(ORDERS)
  const keysOf = async () => {
    const value = (await textOf(ORDERS)).value as {
      fields: object
      statuses: { statuses: { code: string }[] }[]
    }
    return [
      Object.keys(value.fields),
      value.statuses.flatMap((each) => each.statuses.map(({ code }) => code)),
    ]
  }
  const before = await keysOf()
  await openTab(page, 'Fields')
  const names = page.locator('[data-rfd-drag-handle-draggable-id]:visible')
  await drag(page, names.nth(0), names.nth(1))
  await openTab(page, 'Statuses')
  await page.context().setOffline(false)
  await isSaved(page)
  await drag(page, names.nth(0), names.nth(1))
  await page.context().setOffline(false)
  await isSaved(page)

  const after = await keysOf()
  expect(after.map((each) => each?.toSorted())).toEqual(before.map((each) => each?.toSorted()))
  for (const at of [0, 1]) expect(after[at]).not.toEqual(before[at])
})

test('a widget keeps the focus while it is moved by keys, and its place without a connection', async () => {
  const { page, textOf } = await startDraft(DASHBOARD)
  const orderOf = async () =>
    ((await textOf(DASHBOARD)).value as { widgets: unknown[] }).widgets.map((each) =>
      JSON.stringify(each),
    )
  const before = await orderOf()
  const handle = button(page, 'Move Open deals')
  await handle.focus()
  await page.context().setOffline(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')

  const focused = () => page.evaluate(`document.activeElement?.getAttribute('aria-label')`)
  await expect.poll(focused).toBe('Move Open deals')
  await page.context().setOffline(false)
  await isSaved(page)
  const after = await orderOf()
  expect(after.toSorted()).toEqual(before.toSorted())
  expect(after).not.toEqual(before)
})

test('one change that is refused is set aside, and the rest is saved', async () => {
  const { page } = await open('/build', { login: 'marco' })
  await button(page, 'Design CRM').click()
  await page.getByRole('status', { name: 'Draft' }).waitFor()
  await page.goto(`${page.url()}?file=${PRODUCTS}`)
  const name = await elementName(page)
  await page.route('**/edits', (route) =>
    route.request().postData()?.includes('"description"')
      ? route.fulfill({ status: 403, json: { error: 'only administrators may change it' } })
      : route.continue(),
  )

  await name.fill('Article')
  await isSaved(page)
  await page.getByLabel('Description').first().fill('What we sell')

  const aside = page.getByRole('alert').filter({ hasText: 'set aside' })
  await aside.getByText('only administrators may change it').waitFor()
  await isSaved(page)
  await expect.poll(() => name.inputValue()).toBe('Article')
  await page.unroute('**/edits')
  await aside.getByRole('button', { name: 'Try again' }).click()
  await isSaved(page)
  await aside.waitFor({ state: 'detached' })
})

test('somebody without rights sees no draft and no way to publish', async () => {
  const { id } = await startDraft(PRODUCTS)

  const { page } = await open(`/build/${id}`, { login: 'lucas' })

  await page
    .getByText(/not found/i)
    .first()
    .waitFor()
  expect(await button(page, 'Publish').count()).toBe(0)
})

test('the draft of somebody else is only to look at', async () => {
  const { id } = await startDraft(PRODUCTS)

  const { page } = await open(`/build/${id}?file=${PRODUCTS}`, { login: 'marco' })

  await page.getByText('Somebody else’s draft.', { exact: false }).waitFor()
  await page.getByRole('navigation', { name: 'Parts of the solution' }).waitFor()
  for (const name of ['Publish', 'Undo', 'Add']) expect(await button(page, name).count()).toBe(0)
})

test('what only administrators add is not offered to others', async () => {
  const { page } = await open('/build', { login: 'marco' })
  await button(page, 'Design CRM').waitFor()
  expect(await button(page, 'New solution').count()).toBe(0)

  await button(page, 'Design CRM').click()
  await button(page, 'Add').click()
  await page.getByRole('menuitem', { name: 'App', exact: true }).waitFor()

  const offered = await page.getByRole('menuitem').allTextContents()
  expect(offered).not.toContain('Process')
  expect(offered).not.toContain('Group')
})

test('a table without rows makes no app', async () => {
  const { page } = await startDraft(PRODUCTS)
  await button(page, 'Add').click()
  await page.getByRole('menuitem', { name: 'App', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').first().fill('Imported')
  await dialog.getByText('A table (CSV, XLSX)').click()
  const create = dialog.getByRole('button', { name: 'Create' })

  expect(await create.isDisabled()).toBe(true)
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('')
  await dialog.getByText('The file has no rows.').waitFor()
  expect(await create.isDisabled()).toBe(true)
  await choose('Title;Sum\nOne;2\n')
  await dialog.getByText('2 fields').waitFor()
  expect(await create.isEnabled()).toBe(true)
})

test('a choice says at once what it lacks, has its default without JSON, and can be published then', async () => {
  const { page, textOf } = await startDraft(PRODUCTS)
  await expect.poll(() => button(page, 'Publish').isDisabled()).toBe(true)
  await openTab(page, 'Fields')
  await page.getByLabel('New field').fill('Grade')
  await page.getByRole('combobox', { name: 'Type' }).last().fill('Choice')
  await page.getByRole('option', { name: 'Choice', exact: true }).click()
  await button(page, 'Add field').click()
  const lack = page.getByText('People need something to choose from: add at least one option.')
  await lack.waitFor()
  await page.getByLabel('New option').fill('Best')
  await page.keyboard.press('Enter')
  await lack.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Default' }).click()
  await page.getByRole('option', { name: 'Best' }).click()
  await page.getByRole('button', { name: /^In stock/ }).click()
  await page.getByRole('textbox', { name: 'Default' }).fill('7')
  await isSaved(page)

  const { value } = await textOf(PRODUCTS)
  expect(value).toMatchObject({
    fields: { grade: { default: [{ code: 'best' }] }, in_stock: { default: 7 } },
  })
  await expect.poll(() => button(page, 'Publish').isEnabled()).toBe(true)
})

test('what is empty says what to do next, and does it', async () => {
  const file = 'workspaces/crm/apps/wishes.yaml'
  const made = { file, op: 'create', text: 'name: Wishes\nelementName: Wish\n' } as const
  const { page, textOf } = await startDraft(file, [made])
  const none = page.getByText('No fields yet')
  await none.waitFor()
  await button(page, 'Name the first field').click()
  await page.keyboard.type('Reason')
  await page.keyboard.press('Enter')
  await none.waitFor({ state: 'detached' })
  await openTab(page, 'Rights')
  await button(page, 'Let everybody work with it').click()
  await page.getByRole('table', { name: 'Rights on items' }).waitFor()
  await isSaved(page)

  const { value } = await textOf(file)
  expect(value).toMatchObject({
    fields: { reason: { name: 'Reason' } },
    rights: { 'group:all_users': ['read', 'create', 'update'] },
  })
})

test('a diagram that cannot be read is told in words, and can be begun anew', async () => {
  const file = 'workspaces/crm/apps/orders/processes/fulfil.yaml'
  const diagram = 'workspaces/crm/apps/orders/processes/fulfil.bpmn'
  const { page, textOf } = await startDraft(file, [{ file: diagram, op: 'write', text: '<defin' }])
  await page.getByRole('alert').getByText('This file is not a diagram').waitFor()
  await page.getByText('a tag, or the file as a whole, does not end').first().waitFor()
  expect(await page.locator('.djs-palette').isVisible()).toBe(false)
  expect(await page.getByText('unparsable').count()).toBe(0)
  await button(page, 'Begin with an empty drawing').click()
  await page.locator('figure .djs-shape').first().waitFor()
  await isSaved(page)
  expect((await textOf(diagram)).text).toContain('definitions')
  // Beside the text of its file the diagram keeps its room.
  await button(page, 'File').click()
  await page.getByRole('region', { name: 'File', exact: true }).waitFor()
  const figure = page.getByRole('figure', { name: /^Diagram of/ })
  await expect.poll(async () => (await boxOf(figure)).width).toBeGreaterThan(350)
})

test('a filter of a report compares with a parameter, without JSON', async () => {
  const file = 'workspaces/crm/reports/orders_by_month.yaml'
  const { page, textOf } = await startDraft(file)
  const compared = page.getByRole('combobox', { name: 'Compare with' })
  await expect.poll(() => compared.count()).toBe(2)
  await expect.poll(() => compared.first().inputValue()).toBe('parameter “Since”')
  const choose = async (option: string) => {
    await compared.last().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('a value')
  await isSaved(page)
  const filterNow = async () => (await textOf(file)).value as { query: { filter: unknown } }
  const since = { ordered: { min: { parameter: 'since' } } }
  expect((await filterNow()).query.filter).toEqual({ tf: since })
  await choose('parameter “Account manager”')
  await isSaved(page)

  expect((await filterNow()).query.filter).toEqual({
    tf: { ...since, manager: { parameter: 'manager' } },
  })
})

test('an app with 300 fields is scrolled, added to and put in order by keys', async () => {
  const file = 'workspaces/crm/apps/wide.yaml'
  const fields = Array.from(
    { length: 300 },
    (_, at) => `  f${at}: { name: Field ${at}, type: STRING }`,
  )
  const text = `name: Wide\nfields:\n${fields.join('\n')}\n`
  const { page, textOf } = await startDraft(file, [{ file, op: 'create', text }])
  const list = page.getByRole('list', { name: 'Fields', exact: true })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(300)
  await page.getByRole('button', { name: /^Field 299/ }).click()
  await list.getByRole('textbox', { name: 'Name', exact: true }).fill('Last of many')
  await page.getByLabel('New field').fill('One more')
  await page.keyboard.press('Enter')
  // What was just saved is drawn again, and lets go of what is lifted.
  await isSaved(page)
  const handle = button(page, 'Move “One more”')
  await handle.focus()
  await page.keyboard.press('Space')
  await list.locator('[data-dragged]').getByText('One more').first().waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await list.locator('[data-dragged]').waitFor({ state: 'detached' })
  await isSaved(page)

  const { value } = await textOf(file)
  const saved = Object.entries((value as { fields: Record<string, { name: string }> }).fields)
  expect(saved.map(([code]) => code).slice(-2)).toEqual(['one_more', 'f299'])
  expect(saved.at(-1)?.[1].name).toBe('Last of many')
})

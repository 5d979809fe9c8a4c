import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { solution } from '../solution.ts'
import { startConsole } from './stand.ts'

const { as, boss, admin, open } = await startConsole()
const lab = { namespace: 'lab', code: 'samples' }

await as(admin).solutions.apply({
  input: {
    files: solution('lab', {
      'workspaces/lab/workspace.yaml': 'name: Laboratory\n',
      'workspaces/lab/apps/samples.yaml': `name: Samples
elementName: Sample
fields:
  title: { name: Title, type: STRING, required: true }
  notes: { name: Notes, type: STRING, kind: multiline }
  story: { name: Story, type: STRING, kind: html }
  count: { name: Pieces, type: INTEGER }
  price: { name: Price, type: MONEY, currency: EUR }
  urgent: { name: Urgent, type: BOOLEAN }
  taken: { name: Taken on, type: DATETIME, kind: date }
  colour: { name: Colour, type: CATEGORY, options: { red: Red, blue: Blue } }
  keeper: { name: Keeper, type: SYS_USER }
  company: { name: Company, type: SYS_COLLECTION, app: _clients/_companies }
  mail: { name: Mail, type: EMAIL }
  report: { name: Report, type: FILE, single: false }
  parts:
    name: Parts
    type: TABLE
    columns:
      what: { name: What, type: STRING }
      weight: { name: Weight, type: INTEGER }
rights:
  group:all_users: [read]
statuses:
  - code: work
    name: Work
    statuses: [{ id: 1, code: new, name: New }, { id: 2, code: tested, name: Tested }]
`,
    }),
  },
})

const create = async (context: Record<string, unknown>) => {
  const { item } = await as(boss).apps.createItem({ params: lab, input: { context } })
  return { params: { ...lab, id: item.__id }, path: `/apps/lab/samples/${item.__id}` }
}

/** The value beside a name, as a person reads it. */
const shown = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd')

const pick = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).click()
}

test('a person creates an item with fields of many types and finds it as it was filled in', async () => {
  const { page, outside, complaints } = await open('/apps/lab/samples/new')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Required.').waitFor()

  await page.getByLabel('Title').fill('Basalt')
  await page.getByLabel('Pieces').fill('1200')
  await page.getByLabel('Price').fill('19.5')
  await page.getByLabel('Urgent').check()
  await page.getByLabel('Taken on').fill('2026-03-02')
  await page.getByRole('combobox', { name: 'Colour' }).click()
  await page.getByRole('option', { name: 'Blue' }).click()
  await pick(page, 'Keeper', 'Lindmark')
  await pick(page, 'Company', 'Nordhelm')
  await page.getByRole('textbox', { name: 'Mail', exact: true }).fill('lab@example.com')
  const file = { name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('fine') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('report.txt').waitFor()
  await page.getByRole('button', { name: 'Add a row' }).click()
  await page.getByLabel('What').fill('Splinter')
  await page.getByLabel('Weight').fill('7')
  await page.getByRole('button', { name: 'Create' }).click()

  await shown(page, 'Title').getByText('Basalt').waitFor()
  await shown(page, 'Pieces').getByText('1,200').waitFor()
  await shown(page, 'Price').getByText('€19.50').waitFor()
  await shown(page, 'Urgent').getByText('Yes').waitFor()
  await shown(page, 'Taken on').getByText('Mar 2, 2026').waitFor()
  await shown(page, 'Colour').getByText('Blue').waitFor()
  await shown(page, 'Keeper').getByText('Lindmark Anna').waitFor()
  await shown(page, 'Company').getByRole('link', { name: 'Nordhelm Machines' }).waitFor()
  await shown(page, 'Mail').getByText('lab@example.com').waitFor()
  await shown(page, 'Report').getByRole('link', { name: 'report.txt' }).waitFor()
  const files = page.getByRole('region', { name: 'Files' })
  await files.getByRole('link', { name: 'report.txt' }).waitFor()
  await shown(page, 'Parts').getByRole('cell', { name: 'Splinter' }).waitFor()
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('what others change appears by itself, also in a form, and a conflict is told', async () => {
  const { params, path } = await create({ title: 'Granite', count: 1 })
  const { page, complaints } = await open(path)
  await shown(page, 'Pieces').getByText('1').waitFor()
  const change = (context: Record<string, unknown>) =>
    as(admin).apps.updateItem({ params, input: { context } })

  await change({ count: 22 })
  await shown(page, 'Pieces').getByText('22').waitFor()

  // On a slow network the page is there before it hears of anything.
  const line = Promise.withResolvers<void>()
  await page.route('**/events?*', (route) => line.promise.then(() => route.continue()))
  await page.reload()
  await shown(page, 'Pieces').getByText('22').waitFor()
  await change({ count: 23 })
  line.resolve()
  await shown(page, 'Pieces').getByText('23').waitFor()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Pieces').fill('333')
  await change({ count: 44, notes: 'From somebody else' })
  await page.getByRole('alert').getByText('Changed: Notes, Pieces.').waitFor()
  await page.getByText('Current value: 44').waitFor()
  await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('From somebody else')
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()

  await shown(page, 'Pieces').getByText('333').waitFor()
  await shown(page, 'Notes').getByText('From somebody else').waitFor()
  expect(complaints).toEqual([])
})

test('who goes back to a list while the page rests sees what others changed meanwhile', async () => {
  const titles = ['Chalk', 'Clay', 'Coal']
  const [chalk, clay, coal] = await Promise.all(titles.map((title) => create({ title, count: 1 })))
  const { page, complaints } = await open('/apps/lab/samples')
  // No answer gets old by itself: what is asked again was marked by an event.
  await page.clock.setFixedTime(new Date())
  const row = (title: string) =>
    page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: title, exact: true }) })
  await row('Chalk')
    .getByRole('link', { name: /^Sample \d/ })
    .click()
  await shown(page, 'Pieces').getByText('1').waitFor()
  const change = (of: typeof chalk, context: Record<string, unknown>) =>
    as(admin).apps.updateItem({ params: of?.params ?? { ...lab, id: '' }, input: { context } })

  // The list is not open, and hears of it before the page asks for its own item.
  await change(clay, { title: 'Loam' })
  await change(chalk, { count: 2 })
  await shown(page, 'Pieces').getByText('2').waitFor()
  // It has asked just now, so it rests.
  await page.goBack()
  await row('Loam').waitFor()
  await page.goForward()
  await shown(page, 'Pieces').getByText('2').waitFor()
  await change(coal, { title: 'Peat' })
  await change(chalk, { title: 'Lime' })
  await page.goBack()

  for (const title of ['Loam', 'Peat', 'Lime']) await row(title).waitFor()
  for (const title of titles) expect(await row(title).count()).toBe(0)
  // And forth again, to what was asked before the last change.
  await page.goForward()
  await shown(page, 'Title').getByText('Lime').waitFor()
  expect(complaints).toEqual([])
})

test('a page hears again after its stream was refused, as by a proxy without a server', async () => {
  const { params, path } = await create({ title: 'Basalt', count: 1 })
  const { page } = await open(path)
  let refused = 0
  await page.route('**/events?*', (route) =>
    refused++ < 2 ? route.fulfill({ status: 502 }) : route.continue(),
  )
  await page.reload()
  await shown(page, 'Pieces').getByText('1').waitFor()
  await expect.poll(() => refused).toBe(3)

  await as(admin).apps.updateItem({ params, input: { context: { count: 2 } } })

  await shown(page, 'Pieces').getByText('2').waitFor()
})

test('a change that the page has not heard of is not overwritten', async () => {
  const { params, path } = await create({ title: 'Marble', count: 1 })
  const { page } = await open(path)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Pieces').fill('2')
  // After the click, before the server has it: nothing can have told the page.
  await page.route('**/update', async (route) => {
    await as(admin).apps.updateItem({ params, input: { context: { count: 3 } } })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('alert').getByText('changed this in the meantime').waitFor()
  const { item } = await as(admin).apps.getItem({ params, input: {} })
  expect(item.count).toBe(3)
})

test('a comment mentions somebody, who hears of it', async () => {
  const { path } = await create({ title: 'Slate' })
  const { page, complaints } = await open(path)
  await page.getByLabel('Write a message').fill('Please look, @anna')
  await page.getByRole('option', { name: 'Lindmark Anna' }).click()
  await page.keyboard.press('Enter')

  await page.getByRole('article').getByRole('link', { name: '@Lindmark Anna' }).waitFor()
  await page.getByRole('article').getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('article').getByRole('textbox').fill('It is <b>old</b>')
  await page.keyboard.press('Enter')
  await page.getByText('It is <b>old</b>').waitFor()
  await page.getByRole('button', { name: '1 comment' }).waitFor()
  const { page: hers } = await open(path, { login: 'anna' })
  await hers.getByRole('article').getByText('Please look').waitFor()
  expect(await hers.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('the status changes at once, and the history says from what to what', async () => {
  const { path } = await create({ title: 'Chalk' })
  const { page, complaints } = await open(path)
  await page.getByRole('button', { name: 'Status: New' }).click()
  await page.getByRole('menuitem', { name: 'Tested' }).click()

  await page.getByRole('button', { name: 'Status: Tested' }).waitFor()
  const feed = page.getByRole('region', { name: 'Activity' })
  await feed.getByText('changed the status').waitFor()
  await feed.locator('dd', { hasText: 'New' }).getByText('Tested').waitFor()
  expect(complaints).toEqual([])
})

test('what was deleted comes back with one click', async () => {
  const { params, path } = await create({ title: 'Flint' })
  const { page } = await open(path)
  // The seconds to take it back do not end by themselves here.
  await page.evaluate(`
    const wait = window.setTimeout
    window.setTimeout = (act, ms, ...rest) => (ms === 12_000 ? 0 : wait(act, ms, ...rest))`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const deletedAt = async () => {
    const { item } = await as(admin).apps.getItem({ params, input: {} })
    return item.__deletedAt
  }
  expect(await deletedAt()).not.toBeNull()

  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByText('was restored.').waitFor()
  expect(await deletedAt()).toBeNull()
})

test('a copy begins with the values of the original', async () => {
  const { path } = await create({
    title: 'Pumice',
    colour: [{ code: 'red' }],
    parts: { rows: [{ what: 'Grain', weight: 1 }] },
  })
  const { page, complaints } = await open(path)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Pumice again')
  await page.getByRole('button', { name: 'Create' }).click()

  await shown(page, 'Title').getByText('Pumice again').waitFor()
  await shown(page, 'Colour').getByText('Red').waitFor()
  await shown(page, 'Parts').getByRole('cell', { name: 'Grain' }).waitFor()
  expect(complaints).toEqual([])
})

test('markup that somebody wrote into a field brings nothing but words and links', async () => {
  const { path } = await create({
    title: 'Obsidian',
    story: `<p onclick="steal()">A <b>black</b> glass<script>document.title = 'gone'</script>
      <img src="/nowhere.png" onerror="steal()"><style>* { display: none }</style>
      <a href="javascript:steal()">one</a> <a href="https://example.com/">two</a></p>`,
  })
  const { page, outside, complaints } = await open(path)
  const story = shown(page, 'Story')
  await story.getByText('glass').waitFor()

  const inside = await story.evaluate((node) => {
    // The button that changes the value is not part of it.
    const all = [...node.querySelectorAll('*')].filter((each) => !each.closest('button'))
    return {
      tags: all.map((each) => each.tagName).filter((tag) => tag !== 'DIV'),
      attributes: all
        .flatMap((each) => each.getAttributeNames())
        .filter((name) => /^on/.test(name)),
      links: [...node.querySelectorAll('a')].map((link) => link.href),
    }
  })
  expect(inside).toEqual({
    tags: ['P', 'B', 'A'],
    attributes: [],
    links: ['https://example.com/'],
  })
  // Some browsers tell of handlers also where nothing of a text can run.
  const others = complaints.filter((text) => !text.startsWith('Executing inline event handler'))
  expect({ outside, complaints: others }).toEqual({ outside: [], complaints: [] })
})

test('an item with a table is read without scrolling sideways at 380 px', async () => {
  const rows = Array.from({ length: 3 }, (_, at) => ({ what: 'A long name of a part', weight: at }))
  const { path } = await create({ title: 'Quartz', parts: { rows } })
  const { page } = await open(path, { width: 380 })
  await shown(page, 'Parts').waitFor()

  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(isTooWide).toBe(false)
})

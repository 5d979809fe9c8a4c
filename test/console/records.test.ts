import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { solution } from '../solution.ts'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'

const { as, boss, admin, open, make } = await startConsole()
const AGREEMENTS = { namespace: 'contracts', code: 'agreements' }

const findAgreement = async (name: string) => {
  const filter = { tf: { __name: name } }
  const { result } = await as(boss).apps.listItems({ params: AGREEMENTS, input: { filter } })
  return { ...AGREEMENTS, id: result.result[0]?.__id ?? '' }
}

const WORDS = {
  en: {
    ...{ more: 'More', make: 'Make a document', create: 'Create', print: 'Print' },
    ...{
      register: 'Register',
      rejected: 'Rejected',
      keep: 'Keep it in',
      feed: 'A message in the feed',
    },
    made: 'Document made',
    folder: 'Folder',
  },
  ru: {
    ...{ more: 'Ещё', make: 'Создать документ', create: 'Создать', print: 'Печать' },
    ...{ register: 'Зарегистрировать', rejected: 'Отклонено', keep: 'Сохранить в' },
    ...{ feed: 'Сообщение в ленте', made: 'Документ создан', folder: 'Дело' },
  },
}

test.each([
  ['Non-disclosure: Joint development, Nordhelm', 1440, 'en', 'The penalty has no limit.'],
  ['Non-disclosure: Exchange of drawings, Aldermoor', 380, 'ru', undefined],
] as const)(
  'a document clerk makes, prints and registers %s at %i px, in %s',
  async (name, width, language, comment) => {
    const agreement = await findAgreement(name)
    const words = WORDS[language]
    const path = `/apps/contracts/agreements/${agreement.id}`
    const { page, outside, complaints } = await open(path, { login: 'nina', width })
    if (language === 'ru') {
      await page.evaluate(`localStorage.setItem('kontor.language', 'ru')`)
      await page.reload()
    }
    await page.getByRole('heading', { level: 1, name }).waitFor()

    if (comment) {
      const answer = page.locator('aside').locator('div', { hasText: comment }).last().locator('..')
      await answer.getByText(words.rejected).waitFor()
      await answer.getByText('Ruth').first().waitFor()
    }
    const { more, make: makeOne, create, register } = words
    await page.getByRole('button', { name: more, exact: true }).click()
    await page.getByRole('menuitem', { name: makeOne }).click()
    const dialog = page.getByRole('dialog', { name: makeOne })
    await dialog.getByRole('combobox', { name: words.keep }).click()
    await page.getByRole('option', { name: words.feed }).click()
    await dialog.getByRole('button', { name: create }).click()
    await page.getByText(words.made).waitFor()
    await page.getByRole('link', { name: SHEET }).first().waitFor()

    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.locator('dt').first().waitFor()
    expect(await page.locator('aside:visible').count()).toBe(0)
    expect(await page.getByRole('button', { name: register }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })

    await page.getByRole('button', { name: register }).click()
    const asked = page.getByRole('dialog', { name: register })
    await asked.getByRole('combobox', { name: words.folder }).click()
    const folder = page.getByRole('option', { name: 'With customers' })
    await folder.waitFor()
    expect(await asked.getByRole('button', { name: register }).isDisabled()).toBe(true)
    await folder.click()
    await asked.getByRole('button', { name: register }).click()
    await asked.waitFor({ state: 'detached' })
    const { result } = await as(boss).registration.list({ params: agreement })
    expect(result[0]?.status).toBe('registered')
    await page.getByText(result[0]?.number ?? '-', { exact: true }).waitFor()

    const params = { namespace: 'contracts', code: 'agreements', target: agreement.id }
    const said = await as(boss).messages.listMessages({ params, input: {} })
    const files = said.result.result.flatMap((message) => message.files)
    expect(files.map((file) => file.name)).toContainEqual(expect.stringMatching(SHEET))
    expect(await findBarriers(page, path)).toEqual([])
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  },
)

/** The cover sheet, called in the language of whoever made it. */
const SHEET = /^(Cover sheet|Титульный лист) .*docx/

await as(admin).solutions.apply({
  input: {
    files: solution('lab', {
      'workspaces/lab/apps/studies.yaml': `name: Studies
elementName: Study
fields:
  facts: { name: Facts, type: JSON }
rights: { "group:all_users": [read, create, update] }
`,
      'workspaces/lab/apps/samples.yaml': `name: Samples
elementName: Sample
fields:
  title: { name: Title, type: STRING, required: true }
  pieces: { name: Pieces, type: INTEGER }
  keeper: { name: Keeper, type: SYS_USER, creatorByDefault: true }
  study: { name: Study, type: SYS_COLLECTION, app: lab/studies }
  fixed: { name: Fixed, type: STRING }
  scan: { name: Scan, type: FILE }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: open, name: Open }] }
locks: [{ in: [open], fields: [fixed], message: Fixed for ever. }]
rights: { "group:all_users": [read, create, update] }
`,
    }),
  },
})
const SAMPLES = { namespace: 'lab', code: 'samples' }

/** The value beside a name, as a person reads it. */
const shown = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd')

test('what links to a record is listed, added and changed in place; drafts are kept', async () => {
  const { item: study } = await as(boss).apps.createItem({
    params: { namespace: 'lab', code: 'studies' },
    input: {
      context: { __name: 'Water', facts: [{ place: 'Lake', depth: 4 }, { place: 'Well' }] },
    },
  })
  const { page, complaints } = await open(`/apps/lab/studies/${study.__id}`)
  await page.getByRole('table').getByRole('cell', { name: 'Lake' }).waitFor()

  // Quick add: an empty form is not saved, a draft is kept, the keeper is who fills it in.
  await page.getByRole('button', { name: /Add: Sample/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New: Sample' })
  await dialog.getByLabel('Title').fill('Bottle 1')
  const drafts = () =>
    page.evaluate(
      `Object.entries(localStorage).filter(([key]) => key.startsWith('kontor:form:')).join()`,
    )
  await expect.poll(drafts).toContain('Bottle 1')
  await page.reload()
  await page.getByRole('button', { name: /Add: Sample/ }).click()
  await dialog.getByText('You have an unsaved draft of “Sample”').waitFor()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Bottle 1')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: /^Sample \d/ }).waitFor()
  const { result } = await as(boss).apps.listItems({ params: SAMPLES, input: {} })
  const [sample] = result.result
  expect(sample).toMatchObject({ title: 'Bottle 1', keeper: [boss.id], study: [study.__id] })
  await expect.poll(drafts).toBe('')

  // In place on the record: Enter saves, Tab goes on, Escape leaves, a lock says why.
  await page.getByRole('link', { name: /^Sample \d/ }).click()
  await shown(page, 'Title').dblclick()
  await page.getByRole('textbox', { name: 'Title' }).fill('Bottle 2')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: 'Pieces' }).fill('5')
  await page.keyboard.press('Enter')
  await shown(page, 'Pieces').getByText('5').waitFor()
  await page.getByRole('button', { name: 'Change Title' }).press('F2')
  await page.getByRole('textbox', { name: 'Title' }).fill('Nothing')
  await page.keyboard.press('Escape')
  await shown(page, 'Title').getByText('Bottle 2').waitFor()
  await shown(page, 'Fixed').dblclick()
  await page.getByText('Fixed for ever.').waitFor()
  await page.keyboard.press('Escape')
  const params = { ...SAMPLES, id: sample?.__id ?? '' }
  expect((await as(boss).apps.getItem({ params, input: {} })).item).toMatchObject({
    title: 'Bottle 2',
    pieces: 5,
  })

  // Both changed the same: nothing is overwritten unseen.
  await shown(page, 'Title').dblclick()
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine')
  const other = await make.user({ firstName: 'Olga', lastName: 'Other' })
  await as(other).apps.updateItem({ params, input: { context: { title: 'Theirs' } } })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('textbox', { name: 'Title' }).press('Enter')
  await shown(page, 'Title').getByText('Mine').waitFor()

  // What is told of a document has its name.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const buffer = Buffer.from('seen')
  const chosen = { name: 'label.txt', mimeType: 'text/plain', buffer }
  await page.locator('input[type=file]').first().setInputFiles(chosen)
  await page.getByText('label.txt').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .locator('aside')
    .getByRole('link', { name: /^label.txt/ })
    .waitFor()
  expect(await findBarriers(page, 'record')).toEqual([])

  // In a table, by keyboard and by mouse.
  await page.goto(new URL('/apps/lab/samples', page.url()).href)
  const name = page
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /^Sample \d/ })
  await page.locator('[data-row] [data-code]').first().waitFor()
  await name.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title' }).fill('In the table')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: 'In the table' }).waitFor()
  await page.getByRole('gridcell', { name: '5', exact: true }).dblclick()
  await page.getByRole('textbox', { name: 'Pieces' }).fill('7')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: '7', exact: true }).waitFor()
  expect((await as(boss).apps.getItem({ params, input: {} })).item).toMatchObject({
    title: 'In the table',
    pieces: 7,
  })
  expect(await findBarriers(page, 'table')).toEqual([])
  // The refused saving was told by the server.
  expect(complaints.filter((text) => !text.includes('412'))).toEqual([])

  await page.goto(new URL('/apps/lab/samples/new', page.url()).href)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Nothing is filled in yet.').waitFor()
})

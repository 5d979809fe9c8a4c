import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { startConsole } from './stand.ts'

// The first visit unpacks a browser, and a busy machine shows pages slowly.
vi.setConfig({ testTimeout: 120_000 })

const { as, boss, open } = await startConsole()

const openTasks = (options = {}) => open('/tasks', { login: 'anna', ...options })
const rowOf = (page: Page, name: string | RegExp) => page.getByRole('article', { name }).first()
const idIn = (page: Page) => /\/task\/([^/?#]+)/.exec(page.url())?.[1] ?? ''

/** An administrator is faster. */
async function finish(id: string): Promise<void> {
  const { result } = await as(boss).tasks.listExits({ params: { id } })
  const exitId = result[0]?.id
  const { formFields } = (await as(boss).tasks.get({ params: { id } })).data
  const context = formFields.some(({ code }) => code === 'note') ? { note: 'By me.' } : {}
  await as(boss).tasks.submit({ params: { id }, input: { exitId, context } })
}

test('a task with a form says what is missing, and the next one follows', async () => {
  const { page, outside, complaints } = await openTasks()
  await rowOf(page, 'Talk to the lead').getByRole('link', { name: 'Talk to the lead' }).click()
  await page.getByRole('heading', { level: 1, name: 'Talk to the lead' }).waitFor()
  const before = idIn(page)

  await page.getByRole('button', { name: 'Not now' }).click()
  const note = page.getByRole('textbox', { name: /What was said/ })
  expect(await note.getAttribute('aria-invalid')).toBe('true')
  await note.fill('Next year.')
  await page.getByRole('button', { name: 'Not now' }).click()

  await page.getByText('Done: Not now').waitFor()
  await page.waitForURL((url) => !url.pathname.endsWith(before))
  expect(idIn(page)).not.toBe('')
  const { data } = await as(boss).tasks.get({ params: { id: before } })
  expect(data.state).toBe('closed')
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('tasks are finished right from the list; what has a question asks it first', async () => {
  const { page, complaints } = await openTasks()
  const note = page.getByRole('article', { name: 'Take note' })
  await note.getByRole('button', { name: 'Noted' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByText('Take note: Noted').waitFor()

  const rated = page.getByRole('article', { name: 'Did it help?' })
  await rated.nth(1).waitFor()
  await rated.first().getByRole('button', { name: 'No, open it again' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('The agent will be asked to look at it once more.').waitFor()
  await question.getByRole('button', { name: 'No, open it again' }).click()
  await rated.nth(1).waitFor({ state: 'detached' })

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/task\//)
  expect(complaints).toEqual([])
})

test('what somebody else finishes meanwhile goes by itself, and is not finished twice', async () => {
  const { page } = await openTasks()
  const row = page.getByRole('article', { name: /^Second round: Sale: Yearly requirement/ })
  const address = await row.getByRole('link', { name: /^Second round/ }).getAttribute('href')
  await finish(address?.split('/').at(-1) ?? '')
  await row.waitFor({ state: 'detached' })

  await rowOf(page, /^Second round/)
    .getByRole('link', { name: /^Second round/ })
    .click()
  await page.getByLabel('Comment').fill('Good work')
  await page.route('**/submit', async (route) => {
    await finish(idIn(page))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Reject' }).click()

  await page.getByText('Not submitted: somebody else completed the task first.').waitFor()
  await page.getByText('Tester Tess completed this task.').waitFor()
})

test('several tasks are handed over at once, and each says what became of it', async () => {
  const { page, complaints } = await openTasks()
  const signing = page.getByRole('article', { name: 'Sign the agreement' })
  await signing.nth(1).waitFor()
  const count = await signing.count()
  for (const at of [0, 1]) await signing.nth(at).getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Reassign' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('combobox', { name: /New performer/ }).fill('Halvorsen')
  await page.getByRole('option', { name: /Halvorsen Ingrid/ }).click()
  await window.getByRole('button', { name: 'Reassign' }).click()

  await window.getByText('2 of 2 reassigned').waitFor()
  await window.getByRole('listitem').filter({ hasText: 'Sign the agreement' }).nth(1).waitFor()
  await window.getByRole('button', { name: 'Close' }).last().click()
  await signing.nth(count - 2).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('the tasks of my people, grouped by process, at 380 px', async () => {
  const { page, complaints } = await open('/tasks/people', { login: 'anna', width: 380 })
  await page.getByText('Process', { exact: true }).click()
  await page.getByRole('heading', { level: 2, name: /^Approve an agreement/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 2, name: /^Approve an agreement/ }).waitFor()

  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(isTooWide).toBe(false)
  expect(complaints).toEqual([])
})

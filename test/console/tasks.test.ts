import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startConsole } from './stand.ts'
import { tick } from './tick.ts'

const { as, boss, make, open } = await startConsole()

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
  await expect.poll(() => note.getAttribute('aria-invalid')).toBe('true')
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
  // The ten seconds to take it back do not end by themselves here.
  await page.evaluate(`
    const wait = window.setTimeout
    window.setTimeout = (act, ms, ...rest) => (ms === 10_000 ? 0 : wait(act, ms, ...rest))`)
  await note.getByRole('button', { name: 'Noted' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByText('Noted: Take note').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await note.getByRole('button', { name: 'Noted' }).click()
  await note.waitFor({ state: 'detached' })
  // Whoever turns to another window does not take it back any more.
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    delete document.visibilityState`)
  await page.getByText('Noted: 1 task completed').waitFor()

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
  for (const at of [0, 1]) await tick(signing.nth(at).getByRole('checkbox'))
  await page.getByText('2 selected').waitFor()
  // What is typed narrows the list; it stays the same list.
  await page.getByRole('searchbox').first().fill('Sign')
  await page.waitForURL(/q=Sign/)
  await rowOf(page, 'Sign the agreement').waitFor()
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

/** Presses keys as a Russian keyboard does: the same places, other letters. */
async function russianKeys(page: Page) {
  const session = await page.context().newCDPSession(page)
  let presses = 0
  const press = async (code: string, modifiers = 0) => {
    presses += modifiers === 0 ? 1 : 2
    const key = LETTERS[code] ?? code
    const text = key.length === 1 && modifiers === 0 ? { text: key } : {}
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, modifiers, ...text })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key, modifiers })
  }
  return { press, count: () => presses }
}
const LETTERS: Record<string, string> = {
  ...{ KeyJ: 'о', KeyZ: 'я', KeyG: 'п', KeyF: 'а', KeyS: 'ы', Digit1: '1' },
}
const SHIFT = 8

test('a clerk clears 40 of 300 tasks by keyboard, twice, at 1440 and at 380 px, in Russian', async () => {
  const clerk = await make.user({ login: 'clerk', lastName: 'Писарева', firstName: 'Вера' })
  const dueDate = new Date(Date.now() + 86_400_000).toISOString()
  const ask = (name: string) =>
    as(boss).tasks.create({ input: { name, performer: clerk.id, dueDate } })
  const names = Array.from({ length: 300 }, (_, at) => `Счёт ${String(at + 1).padStart(3, '0')}`)
  for (const name of names) await ask(name)
  const closed = async () => {
    const { result } = await as(clerk).tasks.listIncoming({ input: { closed: true, size: 1000 } })
    return result.result.map(({ __name }) => String(__name)).toSorted()
  }
  const { page, outside, complaints } = await open('/tasks?due=week', { login: 'clerk' })
  await page.evaluate(`localStorage.setItem('kontor.language', 'ru')`)
  for (const [width, done] of [
    [1440, 0],
    [380, 40],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await rowOf(page, names[done] ?? '').waitFor()
    const { press, count } = await russianKeys(page)

    await press('Home')
    for (let pages = 0; pages < 3; pages++) await press('PageDown', SHIFT)
    for (let rows = 0; rows < 9; rows++) await press('KeyJ', SHIFT)
    await page.getByText('Выбрано 40').waitFor()
    await page.reload()
    await page.getByText('Выбрано 40').waitFor()
    await rowOf(page, names[done + 39] ?? '').waitFor()
    await page
      .getByRole('button', { name: /^Готово/ })
      .first()
      .waitFor()
    await press('Digit1')
    await page.getByText('Готово: 40 задач').waitFor()
    expect(await closed()).toEqual(names.slice(0, done))
    await press('KeyZ')
    await page.getByText('Выбрано 40').waitFor()
    await press('Digit1')
    await page.getByText('Готово: 40 задач').waitFor()
    await rowOf(page, names[done + 40] ?? '').waitFor()
    await press('KeyG')
    await press('KeyF')
    await page.waitForURL(/\/files/)

    await expect.poll(closed).toEqual(names.slice(0, done + 40))
    expect(count()).toBeLessThan(60)
    await page.goBack()
  }
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
  await rowOf(page, 'Счёт 082').waitFor()
  const { press } = await russianKeys(page)
  await page.getByRole('searchbox').fill('299')
  await rowOf(page, 'Счёт 299').waitFor()
  await rowOf(page, 'Счёт 082').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').blur()
  for (const key of ['KeyJ', 'KeyS']) await press(key)
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
  await rowOf(page, 'Счёт 299').waitFor({ state: 'detached' })
  const { result } = await as(clerk).tasks.listIncoming({ input: { snoozed: true } })
  expect(result.result).toMatchObject([{ __name: 'Счёт 299' }])
})

test('a colleague is asked at 380 px, does it, and the finished task is found', async () => {
  const { page, complaints } = await open('/tasks/outgoing', { login: 'anna', width: 380 })
  await page.getByRole('button', { name: 'New task' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('What is to be done').fill('Order paper')
  await form.getByRole('combobox', { name: /Who does it/ }).fill('Lindmark')
  await page.getByRole('option', { name: /Lindmark Anna/ }).click()
  await form.getByLabel('Checklist').fill('Compare offers\nCall')
  // Without a connection it says so at once, sends nothing, and keeps what was typed.
  await page.context().setOffline(true)
  await page.getByText('What you see may be out of date.').waitFor()
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByText('What you typed is still here').waitFor()
  await page.mouse.click(5, 5)
  expect(await form.getByLabel('Checklist').inputValue()).toBe('Compare offers\nCall')
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'New task' }).click()
  await form.getByRole('button', { name: 'Continue' }).click()
  complaints.length = 0
  await form.locator('input[type=file]').setInputFiles({
    name: 'offer.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('10 boxes'),
  })
  await form.getByRole('button', { name: 'Create' }).click()
  await rowOf(page, 'Order paper').getByRole('link', { name: 'Order paper' }).click()

  const checked = page.waitForResponse((answer) => answer.url().endsWith('/checklist'))
  await page.getByRole('checkbox', { name: 'Compare offers' }).check()
  await checked
  await page.getByRole('link', { name: 'offer.txt' }).waitFor()
  const id = idIn(page)
  // What is read one after the other stands one below the other.
  const tops = (await page.evaluate(`Array.from(
    document.querySelectorAll('main aside, main section[aria-labelledby]'),
    (each) => each.getBoundingClientRect().top)`)) as number[]
  expect(tops.length).toBeGreaterThan(2)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Done: Done').waitFor()

  const { plain, task } = await as(boss).tasks.form({ params: { id } })
  expect(task.state).toBe('closed')
  expect(plain?.checklist.map(({ doneAt }) => doneAt !== null)).toEqual([true, false])
  await page.goto(`${new URL(page.url()).origin}/tasks/outgoing?state=finished&q=paper`)
  await rowOf(page, 'Order paper').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
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

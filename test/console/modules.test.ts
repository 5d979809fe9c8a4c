import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, isSaved, publish } from './drafts.ts'
import { findBarriers } from './find-barriers.ts'
import { addPart, openTab } from './holidays.ts'
import { startConsole } from './stand.ts'

const { open, as, boss, make, address } = await startConsole()
const robot = await make.user({ login: 'robot-desk' })

const program = (page: Page) => page.getByRole('textbox', { name: 'Program main' })

async function startSolution(code: string) {
  const { draft } = await as(boss).drafts.create({ input: { solution: code, name: code } })
  return draft.id
}

const HELLO = `async function greet(request) {
  return { hello: request.query.name }
}
`

test('a module is written from nothing, published, and answers', async () => {
  const { page, complaints } = await open(`/build/${await startSolution('greetings')}`)
  const barriers: string[] = []
  const look = async (where: string) => barriers.push(...(await findBarriers(page, where)))

  await addPart(page, 'Module', 'Desk')
  await program(page).fill(HELLO)
  await page.getByText('Functions: greet').waitFor()
  await look('programs')
  await openTab(page, 'Routes')
  await page.getByLabel('New route').fill('Hello')
  await page.getByRole('combobox', { name: 'Who may call' }).click()
  await page.getByRole('option', { name: 'Anybody' }).click()
  await button(page.getByRole('tabpanel'), 'Add').click()
  await page.getByText('A public route needs the user').waitFor()
  // The next one is for callers with a token, unless somebody says otherwise.
  const next = page.getByRole('combobox', { name: 'Who may call' }).last()
  await expect.poll(() => next.inputValue()).toBe('With a token')
  await page.getByText(`${address}/modules/desk/hello`).waitFor()
  const called = page.getByRole('combobox', { name: 'Function' })
  await expect.poll(() => called.inputValue()).toBe('greet')
  await called.click()
  await page.getByRole('option', { name: 'greet' }).waitFor()
  await page.keyboard.press('Escape')
  await look('routes')
  await openTab(page, 'Settings')
  await page
    .getByRole('combobox', { name: 'User whose rights the programs have' })
    .fill(robot.login)
  await look('settings')
  await openTab(page, 'Handlers')
  await page.getByLabel('New handler').fill('Late')
  await button(page.getByRole('tabpanel'), 'Add').click()
  await look('handlers')
  await openTab(page, 'Actions')
  await page.getByLabel('New action').fill('Describe')
  await button(page.getByRole('tabpanel'), 'Add').click()
  await look('actions')
  await publish(page, 'Begun')

  const answer = await fetch(`${address}/modules/desk/hello?name=Ann`)
  expect(await answer.json()).toEqual({ hello: 'Ann' })
  const { files } = await as(boss).solutions.export({ params: { code: 'greetings' } })
  const file = files.find(({ path }) => path === 'modules/desk.yaml')
  expect(file && 'content' in file ? file.content : '').toBe(`name: Desk
scripts:
  main: |
    async function greet(request) {
      return { hello: request.query.name }
    }
routes:
  hello:
    name: Hello
    access: public
    script: main
    function: greet
scriptUser: robot-desk
handlers:
  late:
    name: Late
    on: created
    script: main
    function: greet
actions:
  describe:
    name: Describe
    script: main
    function: greet
`)

  // Called as an action, it gets no request.
  await openTab(page, 'Runs')
  await button(page, 'Run').click()
  await page
    .getByRole('alert')
    .getByText(/^Failed/)
    .waitFor()
  const runs = page.getByRole('table', { name: 'Last runs' })
  await runs.getByText('actions/describe').waitFor()
  await runs.getByText(/^the script failed at line 2, column \d+: TypeError/).waitFor()
  await look('runs')
  expect({ barriers, complaints }).toEqual({ barriers: [], complaints: [] })
})

test('a syntax error is marked at its line, and keeps the draft from being published', async () => {
  const id = await startSolution('broken')
  const { page } = await open(`/build/${id}`)
  await addPart(page, 'Module', 'Till')
  await program(page).fill('function a() {\n  return 1\n}\n\nfunction b() {\n  return 2 2\n}\n')
  const marked = page.locator('[class*=numbers] [data-wrong]')
  await expect.poll(() => marked.allTextContents()).toEqual(['6'])
  expect(await program(page).getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: /^the script failed at line 6/ }).click()
  const selected = `(() => { const { value, selectionStart, selectionEnd } = document.activeElement
    return value.slice(selectionStart, selectionEnd) })()`
  expect(await page.evaluate(selected)).toBe('  return 2 2')
  expect(await findBarriers(page, 'problem')).toEqual([])

  const { draft } = await as(boss).drafts.get({ params: { id } })
  const published = as(boss).drafts.publish({
    params: { id },
    input: { revision: draft.revision },
  })
  await expect(published).rejects.toMatchObject({
    message: expect.stringMatching(/modules\/till\.yaml:3:9 the script failed at line 6/),
  })
  await page.keyboard.type('  return 2')
  await expect.poll(() => marked.count()).toBe(0)
  await publish(page, 'Mended')
})

test('keys of a program: Tab indents, Enter keeps the indent, Escape and Tab leave', async () => {
  const { page } = await open(`/build/${await startSolution('keys')}`)
  await addPart(page, 'Module', 'Keys')
  await program(page).fill('')
  await program(page).focus()
  await page.keyboard.type('function a() {')
  await page.keyboard.press('Enter')
  await page.keyboard.type('return 1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('}')
  expect(await program(page).inputValue()).toBe('function a() {\n  return 1\n}')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+KeyZ')
  expect(await program(page).inputValue()).toBe('function a() {\n  return 1\n}')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')

  expect(await page.evaluate('document.activeElement.tagName')).not.toBe('TEXTAREA')
  await isSaved(page)
  await button(page, 'Undo').click()
  await expect.poll(() => program(page).inputValue()).not.toContain('return 1')
})

const FILE = 'modules/shared.yaml'
const shared = (one: string, two: string) =>
  `function one() {\n  return '${one}'\n}\n\nfunction two() {\n  return '${two}'\n}\n`

test('two who change the same program lose nothing', async () => {
  const other = await make.user({ isAdministrator: true })
  const first = await startSolution('shared')
  const value = { name: 'Shared', scripts: { main: shared('1', '2') } }
  const create = { file: FILE, op: 'create' as const, value }
  await as(boss).drafts.edit({ params: { id: first }, input: { edits: [create] } })
  await publishDraft(first, boss)

  /** Somebody else publishes meanwhile. */
  const meanwhile = async (text: string) => {
    const { draft } = await as(other).drafts.create({ input: { solution: 'shared' } })
    const edits = [{ file: FILE, op: 'set' as const, at: ['scripts', 'main'], value: text }]
    await as(other).drafts.edit({ params: { id: draft.id }, input: { edits } })
    await publishDraft(draft.id, other)
  }
  const { page } = await open(`/build/${first}?file=${FILE}`)
  await program(page).fill(shared('mine', '2'))
  await isSaved(page)
  await meanwhile(shared('1', 'theirs'))
  await page.reload()
  await button(page, 'Take over').click()
  await expect.poll(() => program(page).inputValue()).toBe(shared('mine', 'theirs'))
  await publish(page, 'Both')

  await program(page).fill(shared('again mine', 'theirs and mine'))
  await isSaved(page)
  await meanwhile(shared('again theirs', 'theirs'))
  await page.reload()
  await button(page, 'Take over').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText("return 'again theirs'").waitFor()
  await dialog.getByText("return 'again mine'").waitFor()
  expect(await findBarriers(page, 'conflict')).toEqual([])
  await dialog.getByText('Theirs', { exact: true }).first().click()
  await button(dialog, 'Apply').click()
  await expect
    .poll(() => program(page).inputValue())
    .toBe(shared('again theirs', 'theirs and mine'))
})

async function publishDraft(id: string, who: typeof boss): Promise<void> {
  const { draft } = await as(who).drafts.get({ params: { id } })
  const input = { revision: draft.revision }
  await as(who).drafts.publish({ params: { id }, input })
}

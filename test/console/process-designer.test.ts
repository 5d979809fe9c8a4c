import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTasks } from '../process.ts'
import { button, isSaved, publish } from './drafts.ts'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'

const { as, boss, open, address } = await startConsole()
const figure = (page: Page) => page.getByRole('figure', { name: /^Diagram of/ })
const isDrawn = (page: Page) => page.locator('figure[data-ready] .djs-shape').first().waitFor()

async function select(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Element' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function append(page: Page, kind: string): Promise<void> {
  await button(page, 'Append').click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}

async function call(page: Page, name: string): Promise<void> {
  const field = page.getByLabel('Name', { exact: true })
  await field.fill(name)
  await field.blur()
}

async function makeProcess(page: Page): Promise<void> {
  await button(page, 'New solution').click()
  await page.getByLabel('Name').fill('Absences')
  await button(page, 'Create').click()
  await button(page, 'Add').click()
  await page.getByRole('menuitem', { name: 'Process', exact: true }).click()
  await page.getByLabel('Name').fill('Holiday')
  await button(page, 'Create').click()
  await page.getByRole('heading', { level: 1, name: 'Holiday' }).waitFor()
  await isDrawn(page)
}

/** A start, a task with two exits, two ends; nobody knows who `boss` is. */
async function draw(page: Page): Promise<void> {
  await select(page, 'start')
  await append(page, 'User task')
  await call(page, 'Approve it')
  const performers = page.getByRole('combobox', { name: 'Performers' })
  await performers.pressSequentially('variable:boss,')
  await append(page, 'End')
  await call(page, 'Granted')
  await select(page, 'Approve it')
  await append(page, 'End')
  await call(page, 'Refused')
}

const PLACE = { namespace: 'absences', code: 'holiday' }

test('a process is drawn, mended, tried out, published, run and moved', async () => {
  const { page, outside, complaints } = await open('/build')
  await makeProcess(page)
  await draw(page)

  const sign = figure(page).getByRole('img', { name: 'unknown variable "boss"' })
  await sign.waitFor()
  const barriers = await findBarriers(page, 'draw')
  await select(page, 'Approve it')
  await page.getByRole('combobox', { name: 'Performers' }).press('Backspace')
  await page.getByRole('combobox', { name: 'Performers' }).pressSequentially('role:author,')
  await select(page, 'Approve it → Granted')
  await call(page, 'Grant')
  barriers.push(...(await findBarriers(page, 'flow')))
  await select(page, 'Approve it → Refused')
  await call(page, 'Refuse')
  await sign.waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('No problems').waitFor()

  await page.getByText('Simulate', { exact: true }).click()
  await button(page, 'Start').click()
  await page.getByText('For: Whoever started the process').waitFor()
  await figure(page).getByRole('img', { name: 'Token' }).waitFor()
  barriers.push(...(await findBarriers(page, 'simulation')))
  const clock = await page.getByRole('status').getByText('Clock').textContent()
  await page.getByLabel('Move the clock').fill('P1D')
  await button(page, 'Advance').click()
  await expect
    .poll(() => page.getByRole('status').getByText('Clock').textContent())
    .toBe(dayAfter(clock))
  await button(page, 'Complete: Grant').click()
  await page.getByRole('status').getByText('Completed').waitFor()

  await publish(page, 'Holidays are granted')
  const { context } = await as(boss).bpm.run({ params: PLACE, input: {} })
  const waiting = await as(boss).bpm.run({ params: PLACE, input: {} })
  const id = openTasks(context)[0]?.__id ?? ''
  await as(boss).tasks.submit({ params: { id }, input: { exitId: 'grant' } })
  const { data } = await as(boss).bpm.get({ params: { id: context.__id } })
  expect(data.__state).toBe('done')

  await changeDueAndCompare(page)
  barriers.push(...(await findBarriers(page, 'difference')))
  await publish(page, 'In two days')
  await moveInstance(page)
  const moved = await as(boss).processes.instance({ params: { id: waiting.context.__id } })
  expect(moved.instance.version).toBe(2)
  expect({ barriers, outside, complaints }).toEqual({ barriers: [], outside: [], complaints: [] })
})

/** The clock is told as `· Clock 2026-01-01 09:00`. */
const dayAfter = (clock: string | null) =>
  clock?.replace(/\d{4}-\d\d-\d\d/, (day) =>
    new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10),
  )

async function changeDueAndCompare(page: Page): Promise<void> {
  await page.getByText('Draw', { exact: true }).click()
  await isDrawn(page)
  await select(page, 'Approve it')
  await page.getByLabel('Due').first().fill('P2D')
  await page.getByLabel('Due').first().blur()
  await isSaved(page)
  await page.getByText('Differences', { exact: true }).click()
  await page.getByText('Due: nothing → P2D').waitFor()
  await page.locator('[data-element-id=approve_it].changed').first().waitFor()
}

async function moveInstance(page: Page): Promise<void> {
  await button(page, 'Move to the new version').click()
  await page.getByText('can be migrated').waitFor()
  await button(page, 'Migrate 1 instance').click()
  await page.getByText('can be migrated').waitFor({ state: 'detached' })
}

test('a process that is only looked at is not written', async () => {
  const { page, complaints } = await open('/build')
  const { solutions } = await as(boss).solutions.list()
  const looked: string[] = []
  for (const { code } of solutions.filter(({ code }) => !code.startsWith('_'))) {
    const { draft } = await as(boss).drafts.create({ input: { solution: code } })
    for (const { path } of draft.files.filter(({ kind }) => kind === 'process')) {
      await page.goto(`${address}/build/${draft.id}?${new URLSearchParams({ file: path })}`)
      await isDrawn(page)
      await expect.poll(() => figure(page).locator('.djs-shape').count()).toBeGreaterThan(2)
      await figure(page).locator('.djs-shape').first().click({ force: true })
      looked.push(path)
    }
    await page.goto(`${address}/build`)
    const after = await as(boss).drafts.get({ params: { id: draft.id } })
    const changed = after.draft.files.filter(({ state }) => state !== 'same')
    expect([code, changed, after.draft.revision]).toEqual([code, [], draft.revision])
  }

  expect(looked.length).toBeGreaterThan(5)
  expect(complaints).toEqual([])
})

import { expect, test } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'

const { as, boss, open } = await startConsole()

const PATH = 'workspaces/service_desk/decisions/reply_time'

test('a decision table is edited as a grid: checked while one types, with its cases', async () => {
  const { draft } = await as(boss).drafts.create({ input: { solution: 'service_desk' } })
  const { page, complaints } = await open(`/build/${draft.id}?file=${PATH}.yaml`)
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true })
  await cell('Rule 1, Priority').fill('"urgent')
  await page.getByRole('alert').filter({ hasText: 'Rule 1:' }).waitFor()
  await page.getByText('not run').first().waitFor()
  await cell('Rule 1, Priority').fill('"urgent"')
  await cell('Rule 1, Call back within').fill('"now"')
  await page.getByText(/^Case 1: expected .* got .*"now".* by rule 1/).waitFor()
  await cell('Case 1, Expected').fill('{"within":"now","reason":"It is urgent"}')
  await expect.poll(() => page.getByText('holds', { exact: true }).count()).toBe(5)
  await cell('Rule 4, Priority').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+Enter')
  await cell('Rule 5, Priority').waitFor()
  await expect
    .poll(() => page.evaluate('document.activeElement.ariaLabel'))
    .toBe('Rule 4, Priority')
  expect(await findBarriers(page, 'grid')).toEqual([])
  expect(complaints).toEqual([])
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { diagram, flow, openTasks, processSolution } from '../process.ts'
import { button, isSaved } from './drafts.ts'
import { findBarriers } from './find-barriers.ts'
import { addPart } from './holidays.ts'
import { startConsole } from './stand.ts'

const { as, boss, open } = await startConsole()

const ORDERS = `name: Orders
statuses:
  - code: main
    name: Main
    statuses: [{ id: 1, code: new, name: New }, { id: 2, code: on_hold, name: On hold }]
`
const order = {
  order: {
    yaml: `variables: { order: { name: Order, type: SYS_COLLECTION, app: shop/orders } }
sla:
  pack: { name: Packed, within: PT1S, step: pack }
`,
    bpmn: diagram(
      `<startEvent id="came" /><userTask id="pack" name="Pack" kontor:performer="role:author" />
      <userTask id="ask" name="Ask back" kontor:performer="role:author" /><endEvent id="gone" />
      ${flow('came -> pack -> ask -> gone')}`,
    ),
  },
}
const files = processSolution('shop', order, { 'workspaces/shop/apps/orders.yaml': ORDERS })
await as(boss).solutions.apply({ input: { files } })

async function fillIn(page: Page, name: string, text: string): Promise<void> {
  const input = page
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('combobox', { name, exact: true }))
  await input.fill(text)
  await input.blur()
}

test('service levels of a step and of the process are set where it is drawn', async () => {
  const { draft } = await as(boss).drafts.create({ input: { solution: 'shop' } })
  const file = 'workspaces/shop/processes/order.yaml'
  const { page, complaints } = await open(`/build/${draft.id}?file=${file}`)
  await page.locator('figure[data-ready] .djs-shape').first().waitFor()
  await button(page, 'Add a service level').click()
  await fillIn(page, 'Time there is', '3 working days')
  await page.getByRole('combobox', { name: 'Stands still at' }).click()
  await page.getByRole('option', { name: 'Ask back' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Stands still in statuses' }).click()
  await page.getByRole('option', { name: 'On hold' }).click()
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Element' }).click()
  await page.getByRole('option', { name: 'Pack', exact: true }).click()
  await fillIn(page, 'Time there is', '4 working hours')
  await fillIn(page, 'Warn before', 'PT1H')
  await page.getByRole('note').getByText('expected working time, as in "within"').waitFor()
  await fillIn(page, 'Warn before', '1 working hour')
  await page.getByRole('note').first().waitFor({ state: 'detached' })
  await button(page, 'Add: When the time is over').click()
  await fillIn(page, 'After another', '2 working hours')
  await page.getByRole('combobox', { name: 'What happens' }).click()
  await page.getByRole('option', { name: 'The tasks are given to them' }).click()
  await isSaved(page)
  expect(await findBarriers(page, 'service levels')).toEqual([])

  const saved = await as(boss).drafts.getFile({ params: { id: draft.id }, input: { path: file } })
  expect((saved.file.value as { sla: unknown }).sla).toEqual({
    pack: {
      ...{ name: 'Packed', within: '4 working hours', step: 'pack', warn: '1 working hour' },
      escalate: [{ to: 'superior', after: '2 working hours', action: 'reassign' }],
    },
    whole: {
      ...{ name: 'The whole process', within: '3 working days' },
      ...{ pause: ['ask'], pauseStatuses: ['on_hold'] },
    },
  })

  // In Russian what is typed stays as it is typed, also once it has been written.
  await page.evaluate(`localStorage.setItem('kontor.language', 'ru')`)
  await page.reload()
  const time = page.getByRole('combobox', { name: 'Отведённое время' })
  await time.fill('2 рабочих дн')
  const within = async () => {
    const params = { id: draft.id }
    const { value } = (await as(boss).drafts.getFile({ params, input: { path: file } })).file
    return (value as { sla: { whole: { within: string } } }).sla.whole.within
  }
  await expect.poll(within).toBe('2 working days')
  await page.keyboard.insertText('я')
  expect(await time.inputValue()).toBe('2 рабочих дня')
  await page.evaluate(`localStorage.setItem('kontor.language', 'en')`)
  await page.reload()

  await addPart(page, 'Decision', 'Discount')
  await page.getByRole('textbox', { name: 'Rule 1, Input' }).waitFor()
  const { draft: after } = await as(boss).drafts.get({ params: { id: draft.id } })
  expect(after.files.map(({ path }) => path)).toContain('workspaces/shop/decisions/discount.dmn')
  expect(after.problems).toEqual([])
  expect(complaints).toEqual([])
})

test('what is exceeded is on the map, in the task, in its list and for managers', async () => {
  const place = { namespace: 'shop', code: 'order' }
  const { context } = await as(boss).bpm.run({ params: place, input: { context: {} } })
  const { __id: task = '' } = openTasks(context)[0] ?? {}
  const id = String(context.__id)
  const clock = async () =>
    (await as(boss).processes.instance({ params: { id } })).instance.clocks[0]?.breachedAt
  await expect.poll(clock).toEqual(expect.any(String))
  await as(boss).processes.suspendInstance({ params: { id }, input: { comment: 'a strike' } })
  const { page, complaints } = await open('/tasks')

  const row = page.getByRole('article', { name: 'Pack', exact: true })
  await row.getByText('Service levels: exceeded').waitFor()
  await row.getByText('Suspended').waitFor()
  await row.getByRole('link', { name: 'Pack', exact: true }).click()
  await page.getByRole('link', { name: 'The process is suspended' }).waitFor()
  await page.getByRole('region', { name: 'Service levels' }).getByText('Packed').waitFor()
  expect(page.url()).toContain(task)
  expect(await findBarriers(page, 'task')).toEqual([])

  await page.getByRole('link', { name: 'Team', exact: true }).first().click()
  await page.getByRole('link', { name: 'Instances that exceed a service level: order, 1' }).click()
  await page.getByRole('row', { name: /order/ }).first().waitFor()
  await expect.poll(() => page.getByText('1 instance', { exact: true }).count()).toBe(1)
  await page.getByText('Service levels', { exact: true }).first().click()
  await page.getByText('1 exceeded, 0 at risk').waitFor()
  const levels = page.getByRole('table', { name: 'Service levels' })
  await levels.getByRole('row', { name: /Packed/ }).waitFor()
  expect(await findBarriers(page, 'map')).toEqual([])
  expect(complaints).toEqual([])
})

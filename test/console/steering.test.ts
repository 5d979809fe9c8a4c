import { expect, test } from 'vitest'
import { diagram, flow, processSolution } from '../process.ts'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'
import { tick } from './tick.ts'

const { as, boss, open } = await startConsole()

const ORDER = diagram(
  `<startEvent id="came" />
  <userTask id="pack" name="Pack" kontor:performer="role:author" />
  <intermediateCatchEvent id="paid" name="Paid">
    <extensionElements><kontor:settings>
      <kontor:setting name="correlation" value="number" />
    </kontor:settings></extensionElements>
    <messageEventDefinition messageRef="payment" />
  </intermediateCatchEvent>
  <userTask id="send" name="Send" kontor:performer="role:author" />
  <endEvent id="gone" />
  ${flow('came -> pack -> paid -> send -> gone')}`,
  '<message id="payment" name="order paid" />',
)
const files = processSolution('shop', {
  order: {
    yaml: `nameTemplate: "Order {$number}"
variables:
  number: { name: Number, type: STRING, required: true }
`,
    bpmn: ORDER,
  },
})
await as(boss).solutions.apply({ input: { files } })

async function start(number: string): Promise<string> {
  const { context } = await as(boss).bpm.run({
    params: { namespace: 'shop', code: 'order' },
    input: { context: { number } },
  })
  return context.__id
}

const stepsOf = async (id: string): Promise<string[]> => {
  const { instance } = await as(boss).processes.instance({ params: { id } })
  return instance.tokens.map(({ elementId }) => elementId)
}

test('what runs is steered: steps are changed after a preview, alone and together', async () => {
  const [one, two] = [await start('A-1'), await start('A-2')]
  const { page, complaints } = await open(`/instances/${one}`, { width: 380 })
  await page.getByRole('button', { name: 'Change steps' }).click()
  const dialog = page.getByRole('dialog')
  const picture = dialog.getByRole('figure', { name: 'Diagram: order' })
  // The diagram selects, and so does the list.
  await picture.locator('[data-element-id=pack]').click()
  await dialog.getByRole('button', { name: 'Move to …' }).click()
  await dialog.getByRole('combobox', { name: 'Move “Pack” to' }).fill('Send')
  await page.getByRole('option', { name: 'Send' }).click()
  await dialog.getByText('Afterwards the instance is at:').getByText('Send').waitFor()
  expect(await stepsOf(one)).toEqual(['pack'])
  await dialog.getByText('Set variables').click()
  await dialog.getByLabel('Number').fill('A-9')
  await dialog.getByLabel('Reason').fill('It is packed already')
  expect(await findBarriers(page, 'dialog that changes steps')).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  await dialog.getByRole('button', { name: 'Change steps' }).click()
  await page.getByText('Move “Pack” to “Send”').waitFor()
  await page.getByText('It is packed already').waitFor()
  expect(await stepsOf(one)).toEqual(['send'])

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(new URL('/instances', page.url()).href)
  for (const name of ['Order A-1', 'Order A-2']) {
    await tick(page.getByRole('checkbox', { name: `Select ${name}` }))
  }
  await page.getByRole('button', { name: 'Change steps' }).click()
  await dialog.getByRole('combobox', { name: 'Step' }).fill('Pack')
  await page.getByRole('option', { name: 'Pack (1)' }).click()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await dialog.getByText('1 of 2 instances can be changed.').waitFor()
  await dialog.getByText(/Order A-1: .*not at "pack"/).waitFor()
  await dialog.getByLabel('Reason').fill('Nothing to pack')
  await dialog.getByRole('button', { name: 'Change 1 instance' }).click()
  await page.getByText('1 instance was changed.').waitFor()

  expect([await stepsOf(one), await stepsOf(two)]).toEqual([['send'], ['paid']])
  expect(complaints).toEqual([])
})

test('a suspended process says so everywhere, and starts nothing', async () => {
  await start('B-1')
  const { page, complaints } = await open('/processes')
  await page.getByRole('link', { name: 'order', exact: true }).click()
  const suspend = async (action: string) => {
    await page.getByRole('button', { name: action }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('a bad version')
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
  }
  await suspend('Suspend')
  await page.getByText(/All its instances stand still/).waitFor()
  await page
    .getByRole('row', { name: /Order B-1/ })
    .getByText('Suspended')
    .waitFor()
  expect(await page.getByRole('button', { name: 'Start', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Order B-1' }).click()
  await page.getByText('with its process').click()
  await suspend('Resume')
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor()

  expect(complaints).toEqual([])
})

test('a message that nobody received is explained, corrected and received', async () => {
  const order = await start('C-1')
  const changes = [{ action: 'move' as const, element: 'pack', to: 'paid' }]
  await as(boss).processes.modify({ params: { id: order }, input: { changes, comment: 'test' } })
  for (const name of ['order paid', 'weather']) {
    const input = { name, correlation: 'C-l', ttlSeconds: 0 }
    await as(boss).workers.sendMessage({ input })
  }
  const { page, complaints } = await open('/admin')
  await page.getByRole('link', { name: '2 messages were not received' }).click()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`Content of “${name}”`) })
  await row('order paid')
    .getByText(/Nobody waited for it in time/)
    .waitFor()
  await row('order paid').getByRole('button', { name: 'Send again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Waiting for a message of this name/).waitFor()
  await dialog.getByText('Order C-1').waitFor()
  await dialog.getByLabel('Correlation').fill('C-1')
  await dialog.getByText('It would be received by').waitFor()
  expect(await findBarriers(page, 'dialog that sends a message')).toEqual([])
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => stepsOf(order)).toEqual(['send'])
  await row('weather').getByRole('button', { name: 'Drop' }).click()
  await dialog.getByRole('button', { name: 'Drop' }).click()
  await page.getByText('No dead letters.').waitFor()

  expect(complaints).toEqual([])
})

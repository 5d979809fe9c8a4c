import { expect, test } from 'vitest'
import { diagram, flow, openTasks, processSolution } from '../process.ts'
import { startConsole } from './stand.ts'
import { tick } from './tick.ts'

const { as, boss, open } = await startConsole()

const HOLIDAY = diagram(`<startEvent id="asked" name="Asked" />
  <userTask id="look" name="Look at it" kontor:performer="role:author" />
  <userTask id="note" name="Note it down" kontor:performer="role:author" />
  <endEvent id="granted" name="Granted" /><endEvent id="refused" name="Refused" />
  ${flow('asked -> look\nnote -> granted')}
  <sequenceFlow id="yes" name="Grant" sourceRef="look" targetRef="note" />
  <sequenceFlow id="no" name="Refuse" sourceRef="look" targetRef="refused" />`)
const SHARE = diagram(`<startEvent id="start" />
  <scriptTask id="split" name="Split the sum" scriptFormat="javascript">
    <script>if (!context.people) throw new Error('nobody to share with')</script>
  </scriptTask>
  <endEvent id="end" />${flow('start -> split -> end')}`)
const STEPS = Array.from({ length: 20 }, (_, at) => `step${at}`)
const LONG = diagram(`<startEvent id="start" /><endEvent id="end" />
  ${STEPS.map((id) => `<userTask id="${id}" name="${id}" kontor:performer="role:author" />`).join('')}
  ${flow(['start', ...STEPS, 'end'].join(' -> '))}`)
const files = processSolution('office', {
  long: { yaml: 'nameTemplate: "Long"\n', bpmn: LONG },
  holiday: {
    yaml: `nameTemplate: "Holiday of {$days} days"
variables:
  days: { name: Days, type: FLOAT, required: true }
  remark: { name: Remark, type: STRING }
sla: { answer: { name: Answered, within: 2 working days } }
`,
    bpmn: HOLIDAY,
  },
  share: {
    yaml: 'nameTemplate: "Sharing {$people}"\nvariables:\n  people: { name: People, type: FLOAT }\n',
    bpmn: SHARE,
  },
})
await as(boss).solutions.apply({ input: { files } })

test('a process is started from its form, and its token moves on while one looks', async () => {
  const { page, outside, complaints } = await open('/processes')
  await page.getByRole('button', { name: 'Start: holiday' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Start' }).click()
  await form.getByText('Required.').waitFor()
  await form.getByLabel('Days').fill('12')
  await form.getByRole('button', { name: 'Start' }).click()

  await page.getByRole('heading', { name: 'Holiday of 12 days' }).waitFor()
  const picture = page.getByRole('figure', { name: 'Diagram: holiday' })
  await picture.getByRole('link', { name: /At “Look at it”/ }).waitFor()
  await page.evaluate('window.isSamePage = true')
  const id = page.url().split('/').at(-1) ?? ''
  await submit(id, 'yes')
  await picture.getByRole('link', { name: /At “Note it down”/ }).waitFor()
  await page.getByText('Tester Tess completed “Look at it” and chose “Grant”').waitFor()
  await page
    .getByRole('region', { name: 'Service levels' })
    .getByText(/Answered/)
    .waitFor()
  for (const [action, told] of [
    ['Suspend', 'Tester Tess suspended the instance'],
    ['Resume', 'Tester Tess resumed the instance'],
  ] as const) {
    await page.getByRole('button', { name: action }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('an audit')
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
    await page.getByText(told).waitFor()
  }
  await submit(id)
  await page.getByText(/took/).waitFor()

  await expect.poll(() => picture.getByRole('link', { name: /^At “/ }).count()).toBe(0)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

async function submit(id: string, exitId?: string): Promise<void> {
  const { data } = await as(boss).bpm.get({ params: { id } })
  const task = openTasks(data)[0]?.__id ?? ''
  await as(boss).tasks.submit({ params: { id: task }, input: exitId ? { exitId } : {} })
}

test('an incident is resolved with another value', async () => {
  await as(boss).bpm.run({ params: { namespace: 'office', code: 'share' }, input: {} })
  const { page, complaints } = await open('/incidents')
  const row = page.getByRole('row', { name: /nobody to share with/ })
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Change variables and retry' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('People').fill('3')
  await form.getByLabel('Reason').fill('There are three of us')
  await form.getByRole('button', { name: 'Change and retry' }).click()

  await row.waitFor({ state: 'detached' })
  await page.getByText('Resolved', { exact: true }).click()
  await page.getByRole('link', { name: /^Sharing/ }).click()
  await page.getByText('There are three of us').waitFor()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  expect(complaints).toEqual([])
})

test.each([1440, 380])('a heat map counts what came to each step, at %i px', async (width) => {
  for (const days of [1, 2]) {
    await as(boss).bpm.run({
      params: { namespace: 'office', code: 'holiday' },
      input: { context: { days } },
    })
  }
  const { page, outside, complaints } = await open('/processes', { width })
  await page.getByRole('link', { name: 'holiday' }).click()
  const picture = page.getByRole('figure', { name: 'Diagram: holiday' })
  await picture.locator('[data-element-id=look]').waitFor()
  await page.getByText('Frequency').click()

  const { elements } = await as(boss).processes.statistics({ params: { id: idIn(page.url()) } })
  const entered = elements.find(({ id }) => id === 'look')?.entered ?? 0
  const row = page.getByRole('row', { name: /^Look at it/ })
  await row
    .getByRole('cell', { name: String(entered), exact: true })
    .first()
    .waitFor()
  await picture
    .locator('.djs-overlays[data-container-id=look]')
    .getByText(String(entered))
    .waitFor()
  const colours = page.getByRole('list', { name: 'Colours' }).getByRole('listitem')
  await expect
    .poll(async () =>
      picture.locator(`[data-element-id=look].heat-${await colours.count()}`).count(),
    )
    .toBe(1)
  await page.waitForURL(/heat=counts/)
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test.each([1440, 380])('texts of a long diagram can be read, at %i px', async (width) => {
  const { page } = await open('/processes', { width })
  await page.getByRole('link', { name: 'long', exact: true }).click()
  const picture = page.getByRole('figure', { name: 'Diagram: long' })
  await picture.locator('[data-element-id=step0]').waitFor()

  const scale = async () => {
    const matrix = await picture.locator('.viewport').first().getAttribute('transform')
    return Number(/matrix\(([\d.]+)/.exec(matrix ?? '')?.[1])
  }
  await expect.poll(scale).toBeCloseTo(0.7, 2)
})

const idIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

test('instances move to a newer version after a look at what would happen', async () => {
  const { context } = await as(boss).bpm.run({
    params: { namespace: 'office', code: 'holiday' },
    input: { context: { days: 30 } },
  })
  const renamed = files.map(({ path, content }) => ({
    path,
    content: path.endsWith('holiday.bpmn')
      ? content.replaceAll('"look"', '"check"').replace('Look at it', 'Look at it all')
      : content,
  }))
  await as(boss).solutions.apply({ input: { files: renamed, allowLoss: true } })
  const { page, complaints } = await open('/processes')
  await page.getByRole('link', { name: 'holiday' }).click()
  await tick(page.getByRole('checkbox', { name: 'Select Holiday of 30 days' }))
  await page.getByRole('button', { name: 'Migrate to the latest version' }).click()
  const dialog = page.getByRole('dialog')
  const now = dialog.getByRole('combobox', { name: '“Look at it” is now' })
  await dialog.getByText(/^Suggested: \d+ % alike$/).waitFor()
  await expect.poll(() => now.inputValue()).toBe('Look at it all')
  await dialog.getByText('can be migrated').waitFor()
  await dialog.getByRole('button', { name: 'Migrate 1 instance' }).click()
  await page.getByText('1 instance was migrated.').waitFor()

  const { instance } = await as(boss).processes.instance({ params: { id: context.__id } })
  expect(instance).toMatchObject({ version: 2, tokens: [{ elementId: 'check' }] })
  expect(complaints).toEqual([])
})

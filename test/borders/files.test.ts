import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runImport } from '../../src/areas/apps/importing/run.ts'
import { UNSTORABLE } from '../../src/lib/storable.ts'
import { jobOn } from '../../src/platform/jobs/runner.ts'
import { writeXlsx } from '../../src/sheets/xlsx/write.ts'
import { diagram, flow, processSolution } from '../process.ts'
import { solution, startSolutions } from '../solution.ts'

const { app, as, admin, apply } = await startSolutions()
const FIELDS = `
  title: { name: Title, type: STRING }
  count: { name: Count, type: INTEGER }
  due: { name: Due, type: DATETIME }
  kind: { name: Kind, type: CATEGORY, options: { a: A } }
  who: { name: Who, type: SYS_USER }
  more: { name: More, type: JSON }
  price: { name: Price, type: MONEY, currency: EUR }
`
await apply(
  solution('sales', { 'workspaces/sales/apps/orders.yaml': `name: Orders\nfields:${FIELDS}` }),
)
const CODES = ['title', 'count', 'due', 'kind', 'who', 'more', 'price', '__id']
const params = { namespace: 'sales', code: 'orders' }

async function load(content: Buffer | string) {
  const hash = crypto.randomUUID()
  await as(admin).disk.uploadTemporary({
    input: { hash },
    file: new Uint8Array(Buffer.from(content)),
  })
  const { importId } = await as(admin).apps.importItems({ params, input: { fileHash: hash } })
  await runImport(jobOn(app.platform, app.platform.log), { id: importId })
  return as(admin).apps.importStatus({ params, input: { importId } })
}

/** Includes a character that truncation would split. */
const CELLS = ['a\u0000b', '\u0000', `${'x'.repeat(49)}😀`, `${'x'.repeat(99)}😀`]

test.each(CODES)(
  'a CSV cell of %s that cannot be stored is reported with its row',
  async (code) => {
    const [first = '', ...rest] = CELLS
    const { status, errors } = await load(`${code}\n${[first, ...rest].map(quoted).join('\n')}\n`)

    expect(status).toBe('complete')
    expect(errors.map(({ row }) => row)).toContain(2)
  },
)

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test.each(CELLS)('a CSV column with an invalid title is refused: %j', async (title) => {
  const { status, errors } = await load(`title,${quoted(title)}\na,b\n`)

  expect(status).toBe('failed')
  expect(errors).toMatchObject([{ row: 0, message: expect.stringContaining('is no field of') }])
})

test('an invalid cell of a workbook is reported with its row', async () => {
  const rows = [['count'], ['_x0000_'], [`${'x'.repeat(49)}😀`]]
  const { status, errors } = await load(await buffer(writeXlsx(Readable.from(rows), ['text'])))

  expect(status).toBe('complete')
  expect(errors.map(({ row }) => row)).toEqual([2, 3])
})

test.each([
  ['a name', 'name: "a\\0b"\n', 1],
  ['a lone surrogate', 'name: x\ndescription: "\\ud800"\n', 2],
  ['a key', 'name: x\nfields:\n  a: { name: x, type: STRING, hint: "\\0" }\n', 3],
])(
  'a solution file with %s that cannot be stored is reported with its location',
  async (_, yaml, line) => {
    const refused = apply(solution('other', { 'workspaces/other/apps/notes.yaml': yaml }))

    await expect(refused).rejects.toThrow(UNSTORABLE)
    await expect(refused).rejects.toThrow(`notes.yaml:${line}`)
  },
)

test('a diagram with a reference to NUL is refused', async () => {
  const bpmn = diagram(
    `<startEvent id="start" name="a&#0;b" /><endEvent id="end" />${flow('start -> end')}`,
  )

  await expect(apply(processSolution('more', { odd: { bpmn } }))).rejects.toThrow('odd.bpmn')
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { appSolution, startSolutions } from '../../../test/solution.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { runImport } from './importing/run.ts'

const { admin, app, apply, as, make, request } = await startSolutions()
const [ann, eve] = [await make.user(), await make.user()]
const params = { namespace: 'pay', code: 'staff' }
type Person = Parameters<typeof as>[0]

/** Ann reads grades, seats and places but sees no salary; Eve may do everything. */
await apply(
  appSolution(
    'pay',
    'staff',
    `name: Staff
fields:
  title: { name: Title, type: STRING }
  grade: { name: Grade, type: INTEGER, default: 1 }
  seat: { name: Seat, type: STRING, required: true }
  places: { name: Places, type: CATEGORY, multiple: true, options: { a: A, b: B } }
  salary: { name: Salary, type: MONEY, currency: EUR }
rights: { "group:all_users": [read, create, update, import, export] }
fieldRights:
  grade: &read { "group:all_users": [read], "user:${eve.login}": [update] }
  seat: *read
  places: *read
  salary: { "user:${eve.login}": [read, update] }
`,
  ),
)

const member = async () => {
  const salary = { cents: 777_777, currency: 'EUR' }
  const context = { title: 'A', grade: 3, seat: '4b', places: [{ code: 'a' }], salary }
  return (await as(admin).apps.createItem({ params, input: { context } })).item.__id
}
const get = async (id: string) =>
  (await as(admin).apps.getItem({ params: { ...params, id }, input: {} })).item

async function upload(by: Person, content: string | Uint8Array): Promise<string> {
  const hash = randomUUID()
  const file = new Uint8Array(Buffer.from(content))
  await as(by).disk.uploadTemporary({ input: { hash }, file })
  return hash
}

async function load(by: Person, content: string | Uint8Array) {
  const fileHash = await upload(by, content)
  const { importId } = await as(by).apps.importItems({ params, input: { fileHash } })
  await runImport(jobOn(app.platform, app.platform.log), { id: importId })
  return as(by).apps.importStatus({ params, input: { importId } })
}

const message = 'you may read it, but not change it'

test.each([
  ['grade', '9'],
  ['grade', ''],
  ['seat', '5c'],
  ['places', 'b'],
])(
  'a row with another value for a column that is only read is refused: %s = "%s"',
  async (column, cell) => {
    const [one, other] = [await member(), await member()]

    const status = await load(
      ann,
      `__id,title,${column}\n${one},B,${cell}\n${other},C,${KEPT[column]}\n`,
    )

    expect(status).toMatchObject({ status: 'complete', updated: 1, failed: 1 })
    expect(status.errors).toEqual([{ row: 2, column, message }])
    expect(await get(one)).toMatchObject({ title: 'A', grade: 3, seat: '4b' })
    expect(await get(other)).toMatchObject({ title: 'C', grade: 3, seat: '4b' })
  },
)

/** What every member has, as a table says it. */
const KEPT: Record<string, string> = { grade: '3', seat: '4b', places: 'a' }

test('a new item takes nothing but the default in a column that is only read', async () => {
  const status = await load(ann, 'title,grade\nempty,\ndefault,1\nother,2\n')

  expect(status).toMatchObject({ created: 2, failed: 1 })
  expect(status.errors).toEqual([{ row: 4, column: 'grade', message }])
})

test('who may change the fields imports the same rows', async () => {
  const id = await member()

  const status = await load(eve, `__id,grade,seat,places,salary\n${id},9,5c,b,1.00 EUR\n`)

  expect(status).toMatchObject({ updated: 1, errors: [] })
  expect(await get(id)).toMatchObject({ grade: 9, seat: '5c', salary: { cents: 100 } })
})

/** The titles and cells of an export, read by somebody who sees everything. */
async function exported(by: Person, format: string, more = {}) {
  const response = await request('/manage/v1/apps/pay/staff/export', {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ format, ...more }),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status !== 200)
    return { status: response.status, text: Buffer.from(bytes).toString() }
  const fileHash = await upload(admin, bytes)
  const { columns, rows } = await as(admin).apps.previewImport({ params, input: { fileHash } })
  return { bytes, titles: columns.map(({ title }) => title), cells: rows.flat() }
}

test.each(['csv', 'xlsx'])('an export as %s has no column of a hidden field', async (format) => {
  await member()

  const [hidden, seen] = [await exported(ann, format), await exported(eve, format)]

  expect(seen.titles).toContain('Salary [salary]')
  expect(seen.cells?.join()).toContain('7777.77')
  expect(hidden.titles).toEqual(seen.titles?.filter((title) => title !== 'Salary [salary]'))
  expect(hidden.cells?.join()).not.toContain('7777.77')
})

test.each(['csv', 'xlsx'])('asked for by name it is an unknown column of %s', async (format) => {
  const hidden = await exported(ann, format, { fields: { title: true, salary: true } })
  const unknown = await exported(ann, format, { fields: { title: true, celery: true } })

  expect(hidden.titles).toEqual(unknown.titles)
  expect(hidden.text?.replace('salary', 'celery')).toEqual(unknown.text)
})

test('what somebody exported as a workbook comes back, read-only columns and all', async () => {
  const id = await member()
  const { bytes } = await exported(ann, 'xlsx', {
    filter: { eq: [{ field: '__id' }, { const: id }] },
  })

  expect(await load(ann, bytes ?? '')).toMatchObject({ updated: 1, failed: 0, errors: [] })
  expect(await get(id)).toMatchObject({ grade: 3, salary: { cents: 777_777 } })
})

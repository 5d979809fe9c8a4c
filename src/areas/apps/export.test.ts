import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { appSolution, solution, startSolutions } from '../../../test/solution.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { PinnedDefinitions } from '../../platform/pinned-definitions.ts'
import { runImport } from './importing/run.ts'

const { app, as, admin, make, apply, request, sql } = await startSolutions()
const options = '{ low: Low, high: Very high }'
const fields = `fields:
  text: { name: Text, type: STRING }
  whole: { name: Whole, type: INTEGER }
  rate: { name: Rate, type: FLOAT }
  paid: { name: Paid, type: BOOLEAN }
  seen: { name: Seen, type: DATETIME }
  day: { name: Day, type: DATETIME, kind: date }
  hour: { name: Hour, type: DATETIME, kind: time }
  spent: { name: Spent, type: DURATION }
  kind: { name: Kind, type: CATEGORY, multiple: true, options: ${options} }
  odd: { name: Odd, type: CATEGORY, multiple: true, options: { low: high, high: "a; b" } }
  price: { name: Price, type: MONEY, currency: EUR }
  tel: { name: Tel, type: PHONE }
  mail: { name: Mail, type: EMAIL }
  chat: { name: Chat, type: ACCOUNT }
  who: { name: Who, type: FULL_NAME }
  link: { name: Link, type: LINK }
  user: { name: User, type: SYS_USER, single: false }
  item: { name: Item, type: SYS_COLLECTION, app: crm/targets, single: false }
  any: { name: Any, type: REF_ITEM }
  role: { name: Role, type: ROLE }
  json: { name: Json, type: JSON }
  rows: { name: Rows, type: TABLE, columns: { a: { name: A, type: STRING }, b: { name: B, type: MONEY, currency: EUR } } }
`
const statuses = `statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 3, code: closed, name: Closed }] }
`
await apply(
  solution('crm', {
    'workspaces/crm/apps/targets.yaml': 'name: Targets\n',
    'workspaces/crm/apps/deals.yaml': `name: Deals\n${fields}${statuses}`,
  }),
)
const { apps } = as(admin)
const deals = { namespace: 'crm', code: 'deals' }
const create = async (context: object, params = deals) =>
  (await apps.createItem({ params, input: { context: { ...context } } })).item
const target = await create({ __name: 'Target' }, { namespace: 'crm', code: 'targets' })

const whole = await create({
  __name: 'All of it',
  __externalId: 'ext;1',
  text: ' =1+1, "quoted";\r\nsecond line\t',
  whole: -9_007_199_254_740_991,
  rate: 0.1,
  paid: false,
  seen: '2026-03-02T09:15:01Z',
  day: '0099-12-31',
  hour: '00:00',
  spent: 90,
  kind: [{ code: 'high' }, { code: 'low' }],
  odd: [{ code: 'high' }, { code: 'low' }],
  price: { cents: -1205, currency: 'USD' },
  tel: [
    { type: 'home', tel: '+15550100', ext: '7' },
    { type: 'work', tel: '123' },
  ],
  mail: [{ type: 'work', email: 'a@b.example' }],
  chat: [{ type: 'telegram', login: 'ann' }],
  who: { lastname: 'van der Berg', firstname: 'Ann', middlename: '' },
  link: 'https://example.com/?a=1;b',
  user: [admin.id],
  item: [target.__id],
  any: [{ namespace: 'crm', code: 'targets', id: target.__id }],
  role: [{ type: 'user', id: admin.id }],
  json: { a: [1, null, 'x'] },
  rows: { rows: [{ a: 'x', b: { cents: 1, currency: 'EUR' } }, { a: null }] },
})
await create({
  text: 'plain',
  who: { lastname: 'Lind', firstname: 'Maria', middlename: 'K' },
  tel: [{ tel: '+1555' }],
})
await create({})
const FORMULAS = [`=cmd|'/c calc'!A0`, '+1+1', '-2-3', '@SUM(A1)', '\t=1', `'=1`]
for (const text of FORMULAS) await create({ text })
await apps.setStatus({ params: { ...deals, id: whole.__id }, input: { status: 'closed' } })

const exported = async (input: object, by = admin) => {
  const response = await request('/manage/v1/apps/crm/deals/export', {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}` },
    body: JSON.stringify(input),
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const SILENT = ['__updatedAt', '__version', '__statusChangedAt']
const stored = async () => {
  const input = { size: 100, sortExpressions: [{ field: '__index', ascending: true }] }
  const { result } = await apps.listItems({ params: deals, input })
  return result.result.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([code]) => !SILENT.includes(code))),
  )
}

async function load(bytes: Buffer) {
  const fileHash = randomUUID()
  await as(admin).disk.uploadTemporary({ input: { hash: fileHash }, file: new Uint8Array(bytes) })
  const { importId } = await apps.importItems({ params: deals, input: { fileHash } })
  await runImport(jobOn(app.platform, app.platform.log), { id: importId })
  return apps.importStatus({ params: deals, input: { importId } })
}

test.each(['csv', 'xlsx'])('what is exported as %s is imported as it was', async (format) => {
  const before = await stored()
  const { response, bytes } = await exported({ format })
  expect(response.headers.get('content-disposition')).toContain(`deals.${format}`)
  // Everything is changed first, so that nothing is right only because nothing happened.
  for (const { __id } of before) {
    await apps.updateItem({
      params: { ...deals, id: String(__id) },
      input: {
        context: { text: 'changed', whole: 1, paid: true, tel: null, who: null, rows: null },
      },
    })
  }

  const status = await load(bytes)

  expect(status).toMatchObject({
    status: 'complete',
    updated: 3 + FORMULAS.length,
    created: 0,
    failed: 0,
    errors: [],
  })
  expect(await stored()).toEqual(before)
})

test('an export has the columns and the rows that a list would have', async () => {
  const { bytes } = await exported({
    fields: { text: true },
    filter: { tf: { text: 'plain' } },
  })

  expect(bytes.toString().startsWith('\ufeff')).toBe(true)
  const [head, row, ...rest] = bytes.toString().trim().split('\r\n')
  expect(head).toBe('Identifier [__id],Text [text]')
  expect(row).toMatch(/^[0-9a-f-]{36},plain$/)
  expect(rest).toEqual([])
})

test('a text that a spreadsheet would compute is marked as text, unless it is exported raw', async () => {
  const request = {
    fields: { text: true },
    sortExpressions: [{ field: '__index', ascending: true }],
  }
  const lines = async (input: object) =>
    (await exported({ ...request, ...input })).bytes
      .toString()
      .trim()
      .split('\r\n')
      .slice(-FORMULAS.length)
      .map((line) => line.slice(37).replace(/^"(.*)"$/, '$1'))

  expect(await lines({})).toEqual(FORMULAS.map((text) => `'${text}`))
  expect(await lines({ raw: true })).toEqual(FORMULAS)
})

test('an export needs its right, and shows only what its reader may see', async () => {
  const ann = await make.user()
  const grant = (right: string) =>
    as(admin).access.grant({
      input: { kind: 'app', object: 'crm/deals', right, subjectKind: 'user', subject: ann.id },
    })
  expect((await exported({}, ann)).response.status).toBe(403)

  await grant('export')
  const blind = (await exported({}, ann)).bytes.toString().trim().split('\r\n')
  await grant('read')
  const seeing = (await exported({ fields: { __id: true } }, ann)).bytes.toString().trim()

  expect(blind).toHaveLength(1)
  expect(seeing.split('\r\n')).toHaveLength(4 + FORMULAS.length)
})

test('a filter that is wrong is refused before anything is sent', async () => {
  const { response } = await exported({ filter: { tf: { nothing: 'x' } } })

  expect(response.status).toBe(400)
})

/** Connections of exports. */
const countFetching = async () =>
  (
    await sql.query(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and query like 'fetch%'`,
    )
  ).rows[0].open as number

const { isOutdated } = PinnedDefinitions.prototype

test.each(['csv', 'xlsx'])(
  'an export as %s during which the definitions change does not wait for itself',
  async (format) => {
    const late = vi.spyOn(PinnedDefinitions.prototype, 'isOutdated')
    late.mockImplementationOnce(async function (this: PinnedDefinitions, db) {
      await apply(appSolution(`more_${format}`, 'rows', 'name: Rows\n'))
      return isOutdated.call(this, db)
    })

    const { response } = await exported({ format })

    expect(response.status).toBe(200)
    expect(late.mock.calls.length).toBeGreaterThan(1)
    late.mockRestore()
    await expect.poll(countFetching).toBe(0)
  },
)

test('a reader who goes away leaves no connection behind', async () => {
  const { body } = await request('/manage/v1/apps/crm/deals/export', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: '{}',
  })
  await body?.cancel()

  await expect.poll(countFetching).toBe(0)
})

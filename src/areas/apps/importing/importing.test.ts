import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../../test/solution.ts'
import { jobOn } from '../../../platform/jobs/runner.ts'
import { writeXlsx } from '../../../sheets/xlsx/write.ts'
import { sweepBodies } from '../../disk/bodies.ts'
import { runImport } from './run.ts'
import { recoverImports } from './service.ts'

const { app, as, admin, make, apply, sql } = await startSolutions()
const fields = `fields:
  subject: { name: Subject, type: STRING, required: true }
  urgency: { name: Urgency, type: CATEGORY, multiple: true, options: { low: Low, high: Very high } }
  company: { name: Company, type: SYS_COLLECTION, app: service/companies, single: false }
  assignee: { name: Assignee, type: SYS_USER }
  price: { name: Price, type: MONEY, currency: EUR }
  due: { name: Due, type: DATETIME, kind: date }
  paid: { name: Paid, type: BOOLEAN }
  count: { name: Count, type: INTEGER, default: 1 }
  number: { name: Number, type: STRING, unique: true }
`
const statuses = `statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 3, code: closed, name: Closed }] }
`
const APPS = [
  'requests',
  'notes',
  'numbered',
  'busy',
  'told',
  'resumed',
  'plain',
  'strict',
  'books',
  'long',
]
await apply(
  solution('service', {
    'workspaces/service/apps/companies.yaml': 'name: Companies\n',
    'workspaces/service/apps/requests.yaml': `name: Requests\nnameTemplate: "{$__index} {$subject}"\n${fields}${statuses}`,
    ...Object.fromEntries(
      APPS.slice(1).map((code) => [
        `workspaces/service/apps/${code}.yaml`,
        `name: ${code}\nelementName: Note\n${fields}`,
      ]),
    ),
  }),
)
const { apps } = as(admin)
const inApp = (code: string) => ({ namespace: 'service', code })
const job = () => jobOn(app.platform, app.platform.log)

async function upload(content: string | Buffer, by = admin): Promise<string> {
  const hash = randomUUID()
  await as(by).disk.uploadTemporary({
    input: { hash },
    file: new Uint8Array(Buffer.from(content)),
  })
  return hash
}

async function start(code: string, content: string | Buffer, more: object = {}): Promise<string> {
  const fileHash = await upload(content)
  const input = { fileHash, ...more }
  return (await apps.importItems({ params: inApp(code), input })).importId
}

const statusOf = (code: string, importId: string) =>
  apps.importStatus({ params: inApp(code), input: { importId } })

/** Imports a file from beginning to end. */
async function load(code: string, content: string | Buffer, more: object = {}) {
  const id = await start(code, content, more)
  await runImport(job(), { id })
  return statusOf(code, id)
}

const itemsOf = async (code: string) => {
  const input = { size: 1000, sortExpressions: [{ field: '__index', ascending: true }] }
  return (await apps.listItems({ params: inApp(code), input })).result.result
}

const company = async (name: string) =>
  (await apps.createItem({ params: inApp('companies'), input: { context: { __name: name } } })).item
const acme = await company('Acme')
const ann = await make.user({ login: 'anna', email: 'Anna@Firm.example', lastName: 'Lind' })

test('every form of a cell becomes a value of an item', async () => {
  const status = await load(
    'requests',
    `Subject;Urgency [urgency];company;Assignee;Price;Due;Paid;Status
Printer;"low; Very high";Acme;anna@firm.example;1 234,50;02.03.2026;yes;Closed
Screen;;${acme.__id};ANNA;7 USD;2026-03-03;0;
`,
  )

  expect(status).toEqual({
    status: 'complete',
    importId: expect.any(String),
    total: 2,
    processed: 2,
    created: 2,
    updated: 0,
    failed: 0,
    startedAt: expect.any(String),
    finishedAt: expect.any(String),
    errors: [],
  })
  const [first, second] = await itemsOf('requests')
  expect(first).toMatchObject({
    __name: `${first?.__index} Printer`,
    __createdBy: admin.id,
    __subscribers: [admin.id],
    __status: { status: 3 },
    urgency: [
      { code: 'low', name: 'Low' },
      { code: 'high', name: 'Very high' },
    ],
    company: [acme.__id],
    assignee: [ann.id],
    price: { cents: 123_450, currency: 'EUR' },
    due: '2026-03-02T00:00:00Z',
    paid: true,
    count: 1,
  })
  expect(second).toMatchObject({
    __status: { status: 1 },
    urgency: null,
    company: [acme.__id],
    price: { cents: 700, currency: 'USD' },
    paid: false,
  })
})

test('a workbook is loaded like a text', async () => {
  const rows = [
    ['Subject', 'Count', 'Due'],
    ['a <b> & "c"', '5', '2026-03-02'],
    ['', '', ''],
    ['', '6', ''],
  ]
  const book = await buffer(writeXlsx(Readable.from(rows), ['text', 'number', 'date']))

  const status = await load('books', book)

  expect(status).toMatchObject({ status: 'complete', total: 2, created: 1, failed: 1 })
  expect(status.errors).toEqual([{ row: 4, column: 'subject', message: 'a value is required' }])
  expect(await itemsOf('books')).toMatchObject([
    { subject: 'a <b> & "c"', count: 5, due: '2026-03-02T00:00:00Z', __name: 'Note 1' },
  ])
})

test('what is wrong with rows is told for each of them, and the others are loaded', async () => {
  const status = await load(
    'notes',
    `subject,urgency,company,assignee,price,paid
,low,,,,
ok,,,,,
x,middle,,,,
x,,Nobody,,,
x,,${randomUUID()},,,
x,,,nobody@firm.example,,
x,,,,much,maybe
ok,,,,,,extra
`,
  )

  expect(status).toMatchObject({ status: 'complete', total: 8, created: 1, failed: 7 })
  expect(status.errors).toEqual([
    { row: 2, column: 'subject', message: 'a value is required' },
    { row: 4, column: 'urgency', message: expect.stringContaining('received "middle"') },
    { row: 5, column: 'company', message: 'there is no item of service/companies "Nobody"' },
    { row: 6, column: 'company', message: expect.stringContaining('there is no item of') },
    { row: 7, column: 'assignee', message: 'there is no user "nobody@firm.example"' },
    { row: 8, column: 'price', message: 'expected number, received "much"' },
    { row: 8, column: 'paid', message: expect.stringContaining('expected true, false') },
    { row: 9, column: null, message: expect.stringContaining('cell 7 has a value') },
  ])
})

test('all errors can be downloaded, the first hundred are in the answer', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => `x${at},many\n`)

  const status = await load('notes', `subject,count\n${rows.join('')}`)
  const { text } = (await apps.importErrors({
    params: { id: status.importId ?? '' },
  })) as unknown as {
    text: string
  }

  expect(status).toMatchObject({ failed: 250, created: 0 })
  expect(status.errors).toHaveLength(100)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(251)
  expect(lines[250]).toBe('251,count,"expected number, received ""many"""')
})

test('rows with a known id or external id change items, others make them', async () => {
  const own = randomUUID()
  await load('numbered', `__id,__externalId,subject,count\n${own},,a,1\n,ext-1,b,2\n`)
  const [first] = await itemsOf('numbered')

  const status = await load(
    'numbered',
    `Identifier [__id],__externalId,subject,Name\n${own},,A,Own name\n,ext-1,B,\n,ext-2,C,\n`,
  )

  expect(status).toMatchObject({ created: 1, updated: 2, failed: 0 })
  const after = await itemsOf('numbered')
  expect(after).toMatchObject([
    { __id: own, subject: 'A', count: 1, __name: 'Own name', __createdAt: first?.__createdAt },
    { __externalId: 'ext-1', subject: 'B', count: 2 },
    { __externalId: 'ext-2', subject: 'C', count: 1 },
  ])
  expect(after[0]?.__version).toBeGreaterThan(first?.__version as number)
})

test('a later row with the same key changes what an earlier one made', async () => {
  const key = `e-${randomUUID()}`

  const status = await load('plain', `__externalId,subject\n${key},first\n${key},second\n`)

  expect(status).toMatchObject({ created: 1, updated: 1, failed: 0 })
  expect(await itemsOf('plain')).toMatchObject([{ subject: 'second' }])
})

test('values that must be unique are, in the file and beside it', async () => {
  await apps.createItem({
    params: inApp('strict'),
    input: { context: { subject: 'there', number: 'N-1' } },
  })

  const status = await load('strict', 'subject,number\na,N-1\nb,N-2\nc,N-2\nd,\ne,\n')

  expect(status).toMatchObject({ created: 3, failed: 2 })
  expect(status.errors).toEqual([
    { row: 2, column: 'number', message: 'another item has this value' },
    { row: 4, column: 'number', message: 'another item has this value' },
  ])
})

test('a change may leave out what a new item needs, but not clear it', async () => {
  const { item } = await apps.createItem({
    params: inApp('strict'),
    input: { context: { subject: 'kept' } },
  })

  const without = await load('strict', `__id,count\n${item.__id},9\n,9\n`)
  const cleared = await load('strict', `__id,subject\n${item.__id},\n`)

  expect(without).toMatchObject({ updated: 1, created: 0, failed: 1 })
  expect(without.errors).toEqual([{ row: 3, column: 'subject', message: 'a value is required' }])
  expect(cleared).toMatchObject({ updated: 0, failed: 1 })
})

test.each([
  ['an unknown column', 'subject,what\na,b\n', 'the column "what" is no field of service/notes'],
  ['two columns of one field', 'Subject,subject\na,b\n', 'are the same field "subject"'],
  ['statuses where there are none', 'subject,Status\na,New\n', 'service/notes has none'],
  ['no rows at all', '', 'the file is empty'],
  ['a quote that is never closed', 'subject\na\nb\n"c\n', 'row 4, cell 1: a quote'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old .xls'],
  ['half a workbook', Buffer.from('504b030400000000', 'hex'), 'not an XLSX workbook'],
])('%s stops the import before anything is stored', async (_, content, error) => {
  const before = await itemsOf('notes')

  const status = await load('notes', content)

  expect(status).toMatchObject({ status: 'failed', processed: 0, created: 0 })
  expect(status.errors).toEqual([{ row: 0, column: null, message: expect.stringContaining(error) }])
  expect(await itemsOf('notes')).toEqual(before)
})

test('one import of an app runs at a time', async () => {
  const id = await start('busy', 'subject\na\n')

  await expect(start('busy', 'subject\nb\n')).rejects.toMatchObject({
    status: 400,
    message: 'import is already running for service/busy',
  })
  await runImport(job(), { id })

  expect(await load('busy', 'subject\nc\n')).toMatchObject({ status: 'complete' })
})

test('an import needs the right, a file that is there, and an app', async () => {
  const bob = await make.user()
  const call = (by: { token: string }, input: object, code = 'notes') =>
    as(by).apps.importItems({ params: inApp(code), input })
  const grant = {
    kind: 'app',
    object: 'service/notes',
    subjectKind: 'user',
    subject: bob.id,
  } as const

  await expect(call(bob, {})).rejects.toMatchObject({ status: 403 })
  await as(admin).access.grant({ input: { ...grant, right: 'import' } })
  await expect(call(bob, {})).rejects.toMatchObject({ status: 400 })
  await expect(call(bob, { fileHash: randomUUID() })).rejects.toThrow('no uploaded file')
  await expect(call(bob, {}, 'nothing')).rejects.toMatchObject({ status: 400 })

  const { importId } = await call(bob, { fileHash: await upload('subject\nby bob\n', bob) })
  await runImport(job(), { id: importId })

  const [item] = (await itemsOf('notes')).slice(-1)
  expect(item).toMatchObject({ subject: 'by bob', __createdBy: bob.id })
})

test('an app that never had an import says so', async () => {
  const status = await apps.importStatus({ params: inApp('companies') })

  expect(status).toMatchObject({ status: 'none', importId: null, total: 0, errors: [] })
})

test('a file says what it is, whatever the request calls it', async () => {
  const status = await load('notes', 'subject\na\n', { format: 'xlsx' })

  expect(status).toMatchObject({ status: 'failed' })
  expect(status.errors[0]?.message).toContain('the file is no XLSX workbook')
})

test('the file stays while it is needed, and is temporary again afterwards', async () => {
  const hash = await upload('subject\na\n')
  const { importId } = await apps.importItems({ params: inApp('notes'), input: { fileHash: hash } })
  const expiry = async () =>
    (await sql.query('select expires_at from kontor.file_bodies where id = $1', [hash])).rows[0]
  const day = 24 * 3_600_000
  expect((await expiry())?.expires_at.getTime()).toBeGreaterThan(Date.now() + day)
  await sweepBodies(job())

  await runImport(job(), { id: importId })

  expect((await expiry())?.expires_at.getTime()).toBeLessThan(Date.now() + day)
})

const eventsOf = async (code: string) =>
  (
    await sql.query(
      `select type, actor_id, data from kontor.events
       where code = $1 and type like 'app.item.%' order by position`,
      [code],
    )
  ).rows

test('items bring events only when they are asked for', async () => {
  const silent = await load('told', '__externalId,subject\n1,a\n')
  expect(silent).toMatchObject({ created: 1 })
  expect(await eventsOf('told')).toEqual([])

  await load('told', '__externalId,subject\n1,A\n2,b\n', { withEventHandlers: true })

  expect(await eventsOf('told')).toEqual([
    {
      type: 'app.item.created',
      actor_id: admin.id,
      data: { after: { subject: 'b', count: 1 }, withHandlers: true },
    },
    {
      type: 'app.item.updated',
      actor_id: admin.id,
      data: { before: { subject: 'a' }, after: { subject: 'A' } },
    },
  ])
})

const ROWS = 25_000
const many = () =>
  `subject,count\n${Array.from({ length: ROWS }, (_, at) => `row ${at},${at}\n`).join('')}`

test('an import that is cut off between two batches goes on where it was', async () => {
  const id = await start('resumed', many())
  const whole = job()
  let batches = 0
  const broken = {
    ...whole,
    by: (user: string) => {
      const own = whole.by(user)
      return {
        ...own,
        write: (work: Parameters<typeof own.write>[0]) => {
          if (String(work).includes('mergeBatch') && ++batches > 1) {
            return Promise.reject(new Error('the node is gone'))
          }
          return own.write(work)
        },
      }
    },
  } as typeof whole
  await expect(runImport(broken, { id })).rejects.toThrow('the node is gone')
  expect(await statusOf('resumed', id)).toMatchObject({ status: 'running', processed: 2000 })

  await runImport(job(), { id })
  await runImport(job(), { id })

  expect(await statusOf('resumed', id)).toMatchObject({
    status: 'complete',
    total: ROWS,
    created: ROWS,
    failed: 0,
  })
  const { rows } = await sql.query(
    'select count(*)::int as items, count(distinct subject)::int as subjects from ws_service.resumed',
  )
  expect(rows).toEqual([{ items: ROWS, subjects: ROWS }])
})

test('two nodes that run the same import load every row once', async () => {
  const id = await start('plain', many())

  await Promise.all([runImport(job(), { id }), runImport(job(), { id })])

  await expect.poll(() => statusOf('plain', id)).toMatchObject({ created: ROWS, processed: ROWS })
})

test('an import whose node is gone is taken up again', async () => {
  const id = await start('books', 'subject\nleft behind\n')
  await sql.query(
    `update kontor.imports set state = 'running', touched_at = now() - interval '2 minutes' where id = $1`,
    [id],
  )
  await sql.query(
    'select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))',
  )
  const waiting = async () =>
    (await as(admin).jobs.list({ input: { name: 'apps.import' } })).jobs.length
  expect(await waiting()).toBe(0)

  await recoverImports(job())

  expect(await waiting()).toBe(1)
  await runImport(job(), { id })
  expect(await statusOf('books', id)).toMatchObject({ status: 'complete', created: 1 })
})

test('nothing is left behind of an import', async () => {
  const { rows } = await sql.query(
    `select relname from pg_class where relnamespace = 'kontor_import'::regnamespace`,
  )

  expect(rows).toEqual([])
})

test('rows of any length are loaded whole, those with links among them', async () => {
  const long = ['ж', 'ß', '😀', 'x'].map((letter) => letter.repeat(800_000))
  const rows = long.map((text, at) => `${text},${at % 2 === 0 ? 'Acme' : ''}\n`)
  const status = await load('long', `Subject,company\n${rows.join('')}`)

  expect(status).toMatchObject({ status: 'complete', created: 4, errors: [] })
  const { rows: found } = await sql.query(
    'select md5(subject) as hash, company from ws_service.long order by "__index"',
  )
  expect(found).toEqual(
    long.map((text, at) => ({
      hash: createHash('md5').update(text).digest('hex'),
      company: at % 2 === 0 ? [acme.__id] : null,
    })),
  )
})

test('a preview shows the first rows and where their columns would go, and stores nothing', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `Row ${at},high,x`)
  const fileHash = await upload(['SUBJECT,urgency,Something else', ...rows].join('\n'))

  const preview = await apps.previewImport({ params: inApp('plain'), input: { fileHash } })

  expect(preview).toMatchObject({
    format: 'csv',
    columns: [
      { title: 'SUBJECT', code: 'subject' },
      { title: 'urgency', code: 'urgency' },
      { title: 'Something else', code: null },
    ],
  })
  expect(preview.rows).toHaveLength(20)
  expect(preview.rows[0]).toEqual(['Row 0', 'high', 'x'])
})

test('a preview needs the right to import, and a file that is there', async () => {
  const fileHash = await upload('Subject\nOne')
  const { apps: others } = as(await make.user())
  const preview = (by: typeof apps, hash: string) =>
    by.previewImport({ params: inApp('plain'), input: { fileHash: hash } })

  await expect(preview(others, fileHash)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(preview(apps, randomUUID())).rejects.toMatchObject({ code: 'invalid' })
})

test('who chooses the fields of the columns needs no titles, and may leave columns out', async () => {
  const content = 'What,Nothing,\nChosen,lost,7\nAlso chosen,,8'

  const status = await load('strict', content, { columns: ['subject', null, 'count'] })
  const wrong = await load('strict', content, { columns: ['nowhere'] })

  expect(status).toMatchObject({ status: 'complete', created: 2, failed: 0 })
  expect(await itemsOf('strict')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subject: 'Chosen', count: 7 }),
      expect.objectContaining({ subject: 'Also chosen', count: 8 }),
    ]),
  )
  expect(wrong).toMatchObject({ status: 'failed' })
  expect(wrong.errors[0]?.message).toMatch(/^columns: "nowhere" is no field of service\/strict/)
})

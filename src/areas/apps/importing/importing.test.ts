import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startImports } from '../../../../test/imports.ts'
import { writeXlsx } from '../../../sheets/xlsx/write.ts'

const { admin, app, apps, company, inApp, itemsOf, load, make, request, sql, upload } =
  await startImports()
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

test('the beginning of a table is read for an app that is yet to be made', async () => {
  const rows = [
    ['Name', 'Count', 'Due'],
    ...Array.from({ length: 600 }, (_, at) => [`n${at}`, String(at), '2026-03-02']),
  ]
  const book = await buffer(writeXlsx(Readable.from(rows), ['text', 'number', 'date']))

  const read = await apps.readTable({ input: { fileHash: await upload(book) } })
  const text = await apps.readTable({ input: { fileHash: await upload('a;b\n1;2\n') } })

  expect(read.rows).toHaveLength(501)
  expect(read.rows.slice(0, 2)).toEqual([
    ['Name', 'Count', 'Due'],
    ['n0', '0', '2026-03-02'],
  ])
  expect(text.rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  const broken = apps.readTable({ input: { fileHash: await upload('') } })
  await expect(broken).rejects.toMatchObject({ status: 400 })
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

test('a caller who hangs up leaves the queue of previews', async () => {
  const { previews } = app.platform
  const fileHash = await upload('Subject\nPrinter\n')
  const busy = Promise.withResolvers<void>()
  const occupied = [1, 2].map(() => previews.run(() => busy.promise))
  const caller = new AbortController()
  const preview = () =>
    request('/manage/v1/apps/service/requests/import/preview', {
      method: 'POST',
      headers: { 'x-token': admin.token },
      body: JSON.stringify({ fileHash }),
      signal: caller.signal,
    })
  const calls = Array.from({ length: 21 }, preview)
  // The queue is full when one of them is refused.
  expect((await Promise.race(calls)).status).toBe(429)

  caller.abort()
  await Promise.allSettled(calls)

  const isFull = async () => {
    let isRefused = false
    void previews
      .run(async () => undefined)
      .catch(() => {
        isRefused = true
      })
    await new Promise(setImmediate)
    return isRefused
  }
  await expect.poll(isFull).toBe(false)
  busy.resolve()
  await Promise.all(occupied)
})

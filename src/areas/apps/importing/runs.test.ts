import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yazl from 'yazl'
import { startImports } from '../../../../test/imports.ts'
import { sweepBodies } from '../../disk/bodies.ts'
import { runImport } from './run.ts'
import { recoverImports } from './service.ts'

const { admin, app, apps, as, inApp, itemsOf, job, load, make, sql, start, statusOf, upload } =
  await startImports()

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

test('a node runs two previews at once, lets 20 wait and refuses the others', async () => {
  const fileHash = await upload('Subject\nOne')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const others = Array.from({ length: 22 }, () => app.platform.previews.run(() => held))
  const preview = () => apps.previewImport({ params: inApp('plain'), input: { fileHash } })

  await expect(preview()).rejects.toMatchObject({ status: 429, code: 'too_many' })

  release()
  await Promise.all(others)
  expect((await preview()).rows).toEqual([['One']])
})

test('a preview refuses a workbook of millions of rows without an end', async () => {
  const zip = new yazl.ZipFile()
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': `<sheetData>${'<row>'.repeat(3_000_000)}`,
  }
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const fileHash = await upload(await buffer(zip.outputStream as Readable))

  const previews = Array.from({ length: 6 }, () =>
    apps.previewImport({ params: inApp('plain'), input: { fileHash } }),
  )

  for (const { reason } of (await Promise.allSettled(previews)) as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: 'invalid', message: expect.stringContaining('<row>') })
  }
})

test('a preview needs the right to import, and a file that is there', async () => {
  const fileHash = await upload('Subject\nOne')
  const { apps: others } = as(await make.user())
  const preview = (by: typeof apps, hash: string) =>
    by.previewImport({ params: inApp('plain'), input: { fileHash: hash } })

  await expect(preview(others, fileHash)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(preview(apps, randomUUID())).rejects.toMatchObject({ code: 'invalid' })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { newDatabase } from './app.ts'
import { kontor, urlOf } from './kontor.ts'
import { dataFolder } from './server-process.ts'
import { appSolution } from './solution.ts'

const TOKEN = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const { folder, start } = await dataFolder(afterAll)
const connection = await newDatabase()
const environment = {
  DATABASE_URL: urlOf(connection),
  KONTOR_DATA: folder,
  KONTOR_ADMIN_TOKEN: TOKEN,
  KONTOR_DEMO: 'off',
}
const sql = await connectClient(connection)
afterAll(() => sql.end())

const yaml =
  'name: Rows\nfields:\n  title: { name: Title, type: STRING, required: true }\n  count: { name: Count, type: INTEGER }\n'
const ROWS = 60_000
const many = `title,count\n${Array.from({ length: ROWS }, (_, at) => `row ${at},${at}\n`).join('')}`
const params = { namespace: 'crm', code: 'rows' }

const server = start(environment)
const client = (address: string) => createClient(areas, overHttp(address, TOKEN))
const before = client(await server.ready())
await before.solutions.apply({ input: { files: appSolution('crm', 'rows', yaml) } })

test('a file is loaded from the command line beside the running server', async () => {
  const file = join(folder, 'rows.csv')
  await writeFile(file, 'Title,Count\na,1\n,2\nc,3\n')

  const { code, out, err } = await kontor(['import', 'crm/rows', file], environment)

  expect(code).toBe(1)
  expect(out).toBe('complete: 2 created, 0 updated, 1 failed\n')
  expect(err).toContain('row 3, title: a value is required')
})

test('with --json the result is JSON', async () => {
  const file = join(folder, 'more.csv')
  await writeFile(file, 'title\nd\n')

  const { code, out } = await kontor(['import', 'crm/rows', file, '--json'], environment)

  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ status: 'complete', created: 1, errors: [] })
})

test('an impossible import is refused in one line', async () => {
  const missing = await kontor(['import', 'crm/rows', join(folder, 'no.csv')], environment)
  const unknown = await kontor(['import', 'rows', 'x.csv'], environment)

  expect([missing.code, unknown.code]).toEqual([1, 1])
  expect(missing.err).toContain('no.csv')
  expect(unknown.err).toBe('kontor: expected workspace/app, received "rows"\n')
})

const itemsInTable = async () =>
  (
    await sql.query(
      'select count(*)::int as items, count(distinct title)::int as titles from ws_crm.rows',
    )
  ).rows[0]

test('an import survives the kill of its node without losing or duplicating rows', async () => {
  await sql.query('truncate ws_crm.rows')
  const hash = '0192a1c0-5b7e-4c11-9a44-1b2f6a0d9e77'
  await before.disk.uploadTemporary({ input: { hash }, file: many })
  const { importId } = await before.apps.importItems({ params, input: { fileHash: hash } })
  const processed = async () =>
    (await sql.query('select processed from kontor.imports where id = $1', [importId])).rows[0]
      ?.processed as number
  await expect.poll(processed, { interval: 5 }).toBeGreaterThan(0)

  server.child.kill('SIGKILL')
  await server.ended()
  // What it had sent before may still be committed.
  const working = `select from pg_stat_activity
    where datname = current_database() and application_name like 'kontor%'
      and pid <> pg_backend_pid()`
  await expect.poll(async () => (await sql.query(working)).rowCount).toBe(0)
  const done = await processed()
  expect((await itemsInTable()).items).toBe(done)
  const after = client(await start(environment).ready())
  await sql.query(
    `update kontor.imports set touched_at = now() - interval '1 minute' where id = $1`,
    [importId],
  )
  await sql.query(`select graphile_worker.add_job('apps.recover-imports')`)

  const status = () => after.apps.importStatus({ params, input: { importId } })
  await expect
    .poll(status)
    .toMatchObject({ status: 'complete', total: ROWS, created: ROWS, failed: 0 })
  expect(await itemsInTable()).toEqual({ items: ROWS, titles: ROWS })
})

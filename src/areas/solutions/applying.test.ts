import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution, insertItems, solution, toSource } from '../../../test/solution.ts'
import { solutionParts } from '../../app/solutions.ts'
import { snapshotOf, toSnapshot } from '../../definitions/snapshot.ts'
import { SYSTEM } from '../../platform/caller.ts'
import { readContext } from '../../platform/context.ts'
import { connectClient } from '../../platform/db/db.ts'
import { raw } from '../../platform/db/sql.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import type { Applier } from './change-set.ts'
import { buildIndexes } from './indexes.ts'
import { applySolution } from './service.ts'

const { as, admin, make, app, connection } = await startApp()
const client = as(admin).solutions
const { db, definitions } = app.platform
const sql = await connectClient(connection)
afterAll(() => sql.end())
const job = jobOn(app.platform, app.platform.log)

type Files = ReturnType<typeof solution>

const apply = async (files: Files) => (await client.apply({ input: { files } })).plan
const current = async () => toSnapshot(await definitions.current(db))

const fields = (...codes: string[]) =>
  `name: Deals\nfields:\n${codes.map((code) => `  ${code}: { name: ${code}, type: STRING }\n`).join('')}`

/** Asks until it is so, for fifty seconds at most. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await isSo()) return
    await setTimeout(25)
  }
  throw new Error('it did not become so')
}

const ask = async (text: string, values: unknown[] = []) => (await sql.query(text, values)).rows

test('of many that apply at once each finds what the one before has left', async () => {
  const codes = ['a', 'b', 'c', 'd', 'e', 'f']

  await Promise.all(codes.map((code) => apply(appSolution('at_once', 'deals', fields(code)))))

  const deals = (await current()).findApp('at_once', 'deals')
  const [file] = await ask(
    `select convert_from(content, 'UTF8') as text from kontor.solution_files
     where solution = 'at_once' and path like '%deals.yaml'`,
  )
  expect(deals?.version).toBe(codes.length)
  expect(file.text).toBe(fields(deals?.fields[0]?.code ?? ''))
  expect(deals?.removedFields.map(({ code }) => code).sort()).toEqual(
    codes.filter((code) => code !== deals?.fields[0]?.code),
  )
})

const waitingFor = async (table: string): Promise<number> =>
  (
    await ask(
      `select from pg_locks where not granted and relation = $1::regclass
         and database = (select oid from pg_database where datname = current_database())`,
      [table],
    )
  ).length

const nothingOf = async (code: string) => {
  const counts = await ask(
    `select
      (select count(*) from kontor.definitions where solution = $1) as definitions,
      (select count(*) from kontor.solution_files where solution = $1) as files,
      (select count(*) from kontor.events where code = $1 or namespace = $1) as events,
      (select count(*) from information_schema.schemata where schema_name = 'ws_' || $1) as schemas`,
    [code],
  )
  return counts[0]
}

const failing = (apply: Applier['apply']) => ({
  ...solutionParts,
  appliers: [{ plan: async () => ({ words: ['something'], problems: [] }), apply }],
})

test('an apply that fails in the middle changes nothing', async () => {
  const parts = failing(async () => {
    throw new Error('in the middle')
  })
  const files = toSource(appSolution('middle', 'deals', fields('a')))

  const failed = applySolution(make.asSystem, parts, { files, allowLoss: false })

  await expect(failed).rejects.toThrow('in the middle')
  expect(await nothingOf('middle')).toEqual({ definitions: 0, files: 0, events: 0, schemas: 0 })
})

test('an apply that is killed in the middle changes nothing', async () => {
  const parts = failing(async (ctx) => {
    await ctx.db.run(raw('select pg_terminate_backend(pg_backend_pid())'))
  })
  const files = toSource(appSolution('killed', 'deals', fields('a')))

  await expect(applySolution(make.asSystem, parts, { files, allowLoss: false })).rejects.toThrow()

  expect(await nothingOf('killed')).toEqual({ definitions: 0, files: 0, events: 0, schemas: 0 })
})

test('an apply waits for those who use a table, and holds nobody up meanwhile', async () => {
  await apply(appSolution('busy', 'deals', fields('a')))
  const reader = await connectClient(connection)
  await reader.query('begin')
  await reader.query('select * from ws_busy.deals')
  const applying = apply(appSolution('busy', 'deals', fields('a', 'b')))
  await until(async () => (await waitingFor('ws_busy.deals')) > 0)
  await until(async () => (await waitingFor('ws_busy.deals')) === 0)
  await reader.query('commit')
  await reader.end()
  await applying

  expect((await current()).findApp('busy', 'deals')?.fields).toHaveLength(2)
})

test('what is written until the very moment of a change is seen by it', async () => {
  const typed = (type: string) =>
    appSolution('moment', 'deals', fields('title').replace('STRING', type))
  await apply(typed('STRING'))
  const writer = await connectClient(connection)
  await writer.query('begin')
  await insertItems(writer, 'ws_moment.deals', [{ title: 'twelve' }])

  const applying = apply(typed('INTEGER'))
  const refused = expect(applying).rejects.toThrow('"title": INTEGER does not fit 1 value')
  await until(async () => (await waitingFor('ws_moment.deals')) > 0)
  await writer.query('commit')
  await writer.end()

  await refused
})

const INDEXED = fields('title').replace('STRING', 'STRING, indexed: true')
const UNIQUE = fields('title').replace('STRING', 'STRING, unique: true')

const fill = (table: string) =>
  sql.query(`
    insert into ${table} ("__id", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy", title)
    select gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid(), 'title ' || n
    from generate_series(1, 10001) n`)

const indexesOn = async (table: string) =>
  ask(
    `select indisvalid as valid, indisunique as unique from pg_index
     where indrelid = '${table}'::regclass and pg_get_indexdef(indexrelid) like '%title%'`,
  )

test('the index of a big table is built beside running writes', async () => {
  await apply(appSolution('big', 'deals', fields('title')))
  await fill('ws_big.deals')
  const writer = await connectClient(connection)
  await writer.query('begin')
  await writer.query(`update ws_big.deals set title = 'busy' where "__index" = 1`)

  const { changes } = await apply(appSolution('big', 'deals', INDEXED))

  expect(changes.at(-1)?.data).toEqual(['index on "title" built afterwards, beside running writes'])
  const id = (await current()).findApp('big', 'deals')?.id
  const building = buildIndexes(job, { app: id })
  await writer.query(`update ws_big.deals set title = 'still busy' where "__index" = 2`)
  await writer.query('commit')
  await writer.end()
  await building
  expect(await indexesOn('ws_big.deals')).toEqual([{ valid: true, unique: false }])
  const [waiting] = await ask(
    `select payload from graphile_worker._private_jobs where key = 'indexes:${id}'`,
  )
  expect(waiting.payload).toEqual({ app: id })
})

test('an index that could not be built leaves nothing behind, and is built the next time', async () => {
  await apply(appSolution('doubles', 'deals', fields('title')))
  await fill('ws_doubles.deals')
  await apply(appSolution('doubles', 'deals', UNIQUE))
  const id = (await current()).findApp('doubles', 'deals')?.id
  const [double] = await insertItems(sql, 'ws_doubles.deals', [{ title: 'title 1' }])

  await expect(buildIndexes(job, { app: id })).rejects.toThrow()
  const afterFailure = await indexesOn('ws_doubles.deals')
  await sql.query('delete from ws_doubles.deals where "__id" = $1', [double])
  await buildIndexes(job, { app: id })

  expect(afterFailure).toEqual([])
  expect(await indexesOn('ws_doubles.deals')).toEqual([{ valid: true, unique: true }])
})

test('an index left half-built by a killed server is built anew', async () => {
  await apply(appSolution('leftover', 'deals', INDEXED))
  const id = (await current()).findApp('leftover', 'deals')?.id
  await sql.query(`
    update pg_index set indisvalid = false
    where indrelid = 'ws_leftover.deals'::regclass and pg_get_indexdef(indexrelid) like '%title%'`)

  await buildIndexes(job, { app: id })

  expect(await indexesOn('ws_leftover.deals')).toEqual([{ valid: true, unique: false }])
})

test('indexes that somebody else made stay, finished or not', async () => {
  await apply(appSolution('theirs', 'deals', fields('title')))
  const id = (await current()).findApp('theirs', 'deals')?.id
  await sql.query('create index reports on ws_theirs.deals (title)')
  await sql.query('create index half_built on ws_theirs.deals (title, "__id")')
  await sql.query(
    "update pg_index set indisvalid = false where indexrelid = 'ws_theirs.half_built'::regclass",
  )

  await buildIndexes(job, { app: id })

  const left = await indexesOn('ws_theirs.deals')
  expect(left).toHaveLength(2)
  expect(left).toContainEqual({ valid: true, unique: false })
  expect(left).toContainEqual({ valid: false, unique: false })
})

test('the other node sees a change soon', async () => {
  const other = await startApp({ connection })
  const seen = async () =>
    toSnapshot(await other.app.platform.definitions.current(db)).findApp('nodes', 'deals')
  expect(await seen()).toBeUndefined()

  await apply(appSolution('nodes', 'deals', fields('a')))

  await until(async () => (await seen()) !== undefined)
  await apply(appSolution('nodes', 'deals', fields('a', 'b')))
  await until(async () => (await seen())?.fields.length === 2)
})

test('a request sees one set of definitions to its end', async () => {
  await apply(appSolution('steady', 'deals', fields('a')))
  const ctx = readContext(app.platform, { user: SYSTEM, requestId: 'test', log: app.platform.log })
  const before = await snapshotOf(ctx)

  await apply(appSolution('steady', 'deals', fields('a', 'b')))

  expect(await snapshotOf(ctx)).toBe(before)
  expect(before.findApp('steady', 'deals')?.fields).toHaveLength(1)
  expect((await current()).version).toBeGreaterThan(before.version)
})

test('what did not change is the same value in the next set', async () => {
  await apply(
    solution('shared', {
      'workspaces/shared/apps/one.yaml': fields('a'),
      'workspaces/shared/apps/two.yaml': fields('a'),
    }),
  )
  const before = await current()

  await apply(
    solution('shared', {
      'workspaces/shared/apps/one.yaml': fields('a'),
      'workspaces/shared/apps/two.yaml': fields('a', 'b'),
    }),
  )

  const after = await current()
  expect(after.findApp('shared', 'one')).toBe(before.findApp('shared', 'one'))
  expect(after.findApp('shared', 'two')).not.toBe(before.findApp('shared', 'two'))
})

test('a set that was never committed is nobody else’s', async () => {
  const parts = failing(async (ctx) => {
    await ctx.definitions()
    throw new Error('in the middle')
  })
  const files = toSource(appSolution('uncommitted', 'deals', fields('a')))

  await expect(applySolution(make.asSystem, parts, { files, allowLoss: false })).rejects.toThrow()

  expect((await current()).findApp('uncommitted', 'deals')).toBeUndefined()
})

test('fifty apps with forty fields are applied in one go, and changed in one go', async () => {
  const codes = Array.from({ length: 40 }, (_, at) => `field_${at}`)
  const many = (...extra: string[]) =>
    solution(
      'many',
      Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [
          `workspaces/many/apps/app_${at}.yaml`,
          fields(...codes, ...extra),
        ]),
      ),
    )

  await apply(many())
  const { changes } = await apply(many('extra'))

  expect(changes.filter(({ action }) => action === 'update')).toHaveLength(50)
  const [count] = await ask(
    `select count(*) as tables from information_schema.columns
     where table_schema = 'ws_many' and column_name = 'extra'`,
  )
  expect(count.tables).toBe(50)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createTable } from '../src/areas/solutions/tables.ts'
import { say } from '../src/commands/say.ts'
import { list } from '../src/lists/list.ts'
import { ListRequest } from '../src/lists/request.ts'
import { columnsNamed, type Source, systemField } from '../src/lists/source.ts'
import { clientDb, connectClient } from '../src/platform/db/db.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { raw } from '../src/platform/db/sql.ts'
import { cpuOf } from './cpu.ts'

const ITEMS = Number(process.argv[2] ?? 1_000_000)
const TABLE = '"ws_bench"."items"'

/** What totals and pages of a large app cost, and what keeping its counts costs those who write. */
async function lists(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-'))
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'bench lists' })
  try {
    await migrate(postgres.connection)
    const client = await connectClient(postgres.connection)
    await client.query('create schema ws_bench')
    const count = systemField('count', 'INTEGER', {})
    for (const text of createTable({ namespace: 'bench', code: 'items', fields: [count] })) {
      await client.query(text)
    }
    await measureWrites(client)
    await fill(client)
    await measureReads(client)
    await client.end()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

const insert = (from: string) => `insert into ${TABLE}
  ("__id", "__name", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy", "__status", count)
  select gen_random_uuid(), 'Item ' || n, now() + n * interval '1 second', gen_random_uuid(), now(),
    gen_random_uuid(), n % 5, n % 20 from ${from} n`

const WRITES = 10_000

const each = (body: string, rows = '') =>
  `do $$ declare i uuid; begin for ${rows || `k in 1..${WRITES}`} loop ${body}; end loop; end $$`

const some = `i in select "__id" from ${TABLE} limit ${WRITES}`

const WRITTEN: Record<string, string> = {
  inserts: each(
    insert('')
      .replace(/select (.*) from.*/s, 'values ($1)')
      .replace(/\bn\b/g, 'k'),
  ),
  updates: each(`update ${TABLE} set count = 1 where "__id" = i`, some),
  deletions: each(`update ${TABLE} set "__deletedAt" = now() where "__id" = i`, some),
  'ten rows of one insert': insert(`generate_series(1, ${WRITES * 10})`),
}

/** In CPU of the backend, which other work on the machine changes little. */
async function measureWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  for (let round = 0; round < 6; round++) {
    const states = ['disable', 'enable']
    for (const state of round % 2 === 0 ? states : states.toReversed()) {
      await client.query(`truncate ${TABLE}`)
      await client.query(`alter table ${TABLE} ${state} trigger user`)
      for (const [what, text] of Object.entries(WRITTEN)) {
        const before = cpuOf(rows[0].pid)
        await client.query(text)
        const each = (cpuOf(rows[0].pid) - before) / WRITES
        say(`  ${`${what}, counts ${state}d`.padEnd(56)} ${each.toFixed(0).padStart(10)} µs`)
      }
    }
  }
  await client.query(`alter table ${TABLE} enable trigger user`)
  await client.query(`truncate ${TABLE}`)
}

async function fill(client: pg.Client): Promise<void> {
  await timed(`${ITEMS} items`, () => client.query(insert(`generate_series(1, ${ITEMS})`)))
  await client.query(`vacuum analyze ${TABLE}`)
}

const source: Source = {
  table: raw(TABLE),
  columns: new Map(
    [
      ['__id', 'ID'],
      ['__name', 'STRING'],
      ['__createdAt', 'DATETIME'],
      ['__deletedAt', 'DATETIME'],
      ['__status', 'STATUS'],
      ['count', 'INTEGER'],
    ].map(([code = '', type = '']) => [
      code,
      {
        field: systemField(code, type),
        columns: columnsNamed(code),
        hasAlways: ['__id', '__createdAt'].includes(code),
      },
    ]),
  ),
  where: [],
  order: [{ field: '__createdAt', ascending: true }],
  counts: 'ws_bench.items',
}

async function measureReads(client: pg.Client): Promise<void> {
  const db = clientDb(client)
  const ask = (request: object) => list(db, source, ListRequest.parse(request))
  const counted = { ...source, counts: undefined } as unknown as Source
  const deep = ITEMS - 100
  const { after } = await ask({ after: '', size: 10_000 })
  const cases: [string, () => Promise<unknown>][] = [
    ['select count(*)', () => client.query(`select count(*) from ${TABLE}`)],
    ['page and total', () => ask({})],
    ['page and total, counted', () => list(db, counted, ListRequest.parse({}))],
    ['page and total, active', () => ask({ active: true })],
    ['page and total of a status', () => ask({ filter: { tf: { __status: [3] } } })],
    ['page and total of a filter', () => ask({ filter: { tf: { count: { min: 3, max: 3 } } } })],
    [
      'the same without the total',
      () => ask({ total: false, filter: { tf: { count: { min: 3, max: 3 } } } }),
    ],
    ['search in the name', () => ask({ filter: { tf: { __name: `Item ${ITEMS - 7}` } } })],
    [`from ${deep}`, () => ask({ from: deep, total: false })],
    ['after a cursor', () => ask({ after, total: false })],
  ]
  for (const [name, work] of cases) {
    await timed(`${name}, first`, work)
    await timed(`${name}, again`, work)
  }
  const { rows } = await client.query(
    `explain select * from ${TABLE} t order by "__createdAt", "__id" limit 10`,
  )
  say(rows.map((row) => Object.values(row)[0]).join('\n'))
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  say(`  ${what.padEnd(56)} ${(performance.now() - start).toFixed(1).padStart(10)} ms`)
  return result
}

await lists()

import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { say } from '../src/commands/say.ts'
import { csvRow } from '../src/lib/csv.ts'
import { newId } from '../src/lib/ids.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { writeXlsx } from '../src/sheets/xlsx/write.ts'
import { formatTable } from '../test/table.ts'
import { median, type Rounds } from './compare.ts'
import { readCpu } from './cpu.ts'
import { type Stand, TOKEN, withStand } from './stand.ts'

const ROWS = 200_000
const BOOK_ROWS = 50_000
const TABLE = '"ws_bench"."rows"'

const CITIES = ['Vienna', 'Łódź', 'Орёл', 'São Paulo', 'Köln']
const FIELDS: [code: string, definition: string, value: (at: number) => string][] = [
  ...Array.from({ length: 6 }, (_, n): (typeof FIELDS)[number] => [
    `text${n}`,
    'type: STRING',
    (at) => `${n} some words, ${at}${n === 0 ? ' "quoted"' : ''}`,
  ]),
  ['city', 'type: STRING', (at) => CITIES[at % CITIES.length] ?? ''],
  ['url', 'type: LINK', (at) => `https://example.com/${at}`],
  ['whole', 'type: INTEGER', (at) => String(at)],
  ['amount', 'type: INTEGER', (at) => String((at * 7919) % 100_000)],
  ['rate', 'type: FLOAT', (at) => String(at / 8)],
  ['share', 'type: FLOAT', (at) => String((at % 100) / 100)],
  ['paid', 'type: BOOLEAN', (at) => (at % 3 === 0 ? 'yes' : 'no')],
  ['open', 'type: BOOLEAN', (at) => (at % 2 === 0 ? 'true' : 'false')],
  ['due', 'type: DATETIME, kind: date', (at) => day(at).slice(0, 10)],
  ['seen', 'type: DATETIME', day],
  [
    'kind',
    'type: CATEGORY, options: { a: First, b: Second, c: Third }',
    (at) => 'abc'[at % 3] ?? '',
  ],
  ['price', 'type: MONEY, currency: EUR', (at) => (at / 4).toFixed(2)],
  ['mail', 'type: EMAIL', (at) => `user${at}@example.com`],
  ['who', 'type: FULL_NAME', (at) => `Lind Maria ${at % 1000}`],
]

function day(at: number): string {
  return new Date(Date.UTC(2020, 0, 1) + (at % 2000) * 86_400_000 + at * 1000).toISOString()
}

/** A validated import against COPY of the same rows into the same table; XLSX beside it. */
export const importRows = ({ rounds }: Rounds): Promise<void> =>
  withStand(async (stand) => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-import-'))
    try {
      await measure(stand, folder, rounds)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

async function measure(stand: Stand, folder: string, rounds: number): Promise<void> {
  const [csv, book, rows] = ['rows.csv', 'rows.xlsx', 'rows.copy'].map((name) => join(folder, name))
  if (!csv || !book || !rows) return
  await pipeline(Readable.from(csvRows(ROWS)), createWriteStream(csv))
  await pipeline(writeXlsx(Readable.from(allRows(BOOK_ROWS)), []), createWriteStream(book))
  await makeApp(stand)
  const sql = await connectClient(stand.connection)
  const samples: Record<string, Sample[]> = { copy: [], csv: [], silent: [], xlsx: [] }
  const run = async (name: string, count: number, work: () => Promise<unknown>) => {
    samples[name]?.push(await sample(stand.process.pid, count, work))
  }
  for (let round = 0; round <= rounds; round++) {
    await run('csv', ROWS, () => load(stand, csv, ROWS))
    if (round === 0) {
      await pipeline(sql.query(copyTo(`copy ${TABLE} to stdout`)), createWriteStream(rows))
    }
    await clear(sql)
    await run('copy', ROWS, () =>
      pipeline(createReadStream(rows), sql.query(copyFrom(`copy ${TABLE} from stdin`))),
    )
    await clear(sql)
    await run('silent', ROWS, () => load(stand, csv, ROWS, false))
    await clear(sql)
    await run('xlsx', BOOK_ROWS, () => load(stand, book, BOOK_ROWS))
    await clear(sql)
    say(`round ${round} of ${rounds} done`)
  }
  await sql.end()
  const table = Object.entries(samples).map(([name, all]) => toRow(name, all, samples.copy ?? []))
  say(`\n${formatTable(table)}\n`)
}

/** Every round begins with an empty table, and writes back what the one before it left dirty. */
async function clear(sql: Client): Promise<void> {
  await sql.query(`truncate ${TABLE}`)
  await sql.query('checkpoint')
}

/** Rows per second, and microseconds of CPU for each of them. */
type Sample = { perSecond: number; node: number; postgres: number; memory: number }

async function sample(pid: number, rows: number, work: () => Promise<unknown>): Promise<Sample> {
  const memory = watchMemory(pid)
  const before = readCpu(pid)
  const since = performance.now()
  await work()
  const seconds = (performance.now() - since) / 1000
  const after = readCpu(pid)
  return {
    perSecond: rows / seconds,
    node: (after.node - before.node) / rows,
    postgres: (after.postgres - before.postgres) / rows,
    memory: memory.stop(),
  }
}

/** The first round warmed everything up. */
function toRow(name: string, [, ...own]: Sample[], [, ...copy]: Sample[]) {
  const typical = (pick: (each: Sample) => number) => median(own.map(pick))
  return {
    contender: NAMES[name] ?? name,
    'rows per second': Math.round(typical(({ perSecond }) => perSecond)),
    'Node µs': typical(({ node }) => node),
    'PostgreSQL µs': typical(({ postgres }) => postgres),
    'server MiB': Math.max(...own.map(({ memory }) => memory)),
    'of COPY': median(own.map(({ perSecond }, at) => perSecond / (copy[at]?.perSecond ?? 1))),
  }
}

const NAMES: Record<string, string> = {
  copy: 'COPY, no checks',
  csv: 'CSV, validated',
  silent: 'CSV, validated, no events',
  xlsx: 'XLSX, validated',
}

async function makeApp(stand: Stand): Promise<void> {
  const fields = FIELDS.map(([code, definition]) => `  ${code}: { name: ${code}, ${definition} }\n`)
  const yaml = `name: Rows\nelementName: Row\nfields:\n${fields.join('')}`
  const files = [
    { path: 'solution.yaml', content: 'code: bench\nname: Bench\nversion: 1.0.0\n' },
    { path: 'workspaces/bench/workspace.yaml', content: 'name: Bench\n' },
    { path: 'workspaces/bench/apps/rows.yaml', content: yaml },
  ]
  await client(stand).solutions.apply({ input: { files } })
}

const client = ({ address }: Stand) => createClient(areas, overHttp(address, TOKEN))

/** Uploads outside of the clock would flatter nobody: it is a part of an import. */
async function load(stand: Stand, path: string, rows: number, events = true): Promise<void> {
  const { apps, disk } = client(stand)
  const params = { namespace: 'bench', code: 'rows' }
  const fileHash = newId()
  await disk.uploadTemporary({
    input: { hash: fileHash },
    file: Readable.toWeb(createReadStream(path)) as ReadableStream,
  })
  const { importId } = await apps.importItems({ params, input: { fileHash, events } })
  for (;;) {
    const status = await apps.importStatus({ params, input: { importId } })
    if (status.status === 'failed' || status.failed > 0) throw new Error(JSON.stringify(status))
    if (status.status === 'complete' && status.created === rows) return
    await pause(20)
  }
}

async function* allRows(count: number) {
  yield FIELDS.map(([code]) => code)
  for (let at = 0; at < count; at++) yield FIELDS.map(([, , value]) => value(at))
}

async function* csvRows(count: number) {
  for await (const row of allRows(count)) yield csvRow(row)
}

function watchMemory(pid: number) {
  let most = 0
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    most = Math.max(most, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  }, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.round(most)
    },
  }
}

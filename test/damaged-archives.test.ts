import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newDatabase } from './app.ts'
import { backupOf, demo, type Entry, restoreInto, rewritten, sql } from './archives.ts'
import { dataFolder } from './server-process.ts'

const { folder } = await dataFolder(afterAll)
const source = await newDatabase()
await sql(source, demo(12_000))
const archive = await backupOf(source)

async function expectRefusal(damagedArchive: Buffer, text: RegExp) {
  const target = await newDatabase()
  const files = join(folder, `files-${target.database}`)
  const stateOf = async () => ({
    groups: await sql(target, 'select * from kontor.groups order by id'),
    migrations: await sql(target, 'select * from kontor.migrations order by number'),
    schemas: await sql(target, `select nspname from pg_namespace where nspname like 'ws%'`),
    jobs: await sql(target, 'select * from graphile_worker.jobs'),
  })
  const before = await stateOf()

  await expect(restoreInto(target, damagedArchive, files)).rejects.toThrow(text)

  expect(await stateOf()).toEqual(before)
  expect(
    (await readdir(folder)).filter((name) => name.startsWith(`files-${target.database}`)),
  ).toEqual([])
}

test.each<[string, number]>([
  ['at nothing', 0],
  ['at 100 bytes', 100],
  ['at a fifth', archive.length / 5],
  ['in the middle', archive.length / 2],
  ['near its end', archive.length * 0.9999],
  // Node may end the stream with an empty frame of 13 bytes, which may be missing.
  ['before its last byte', archive.length - 13 - 1],
])(
  'an archive truncated %s changes nothing',
  async (_, length) => {
    const text = /damaged near byte \d+, (at|in) .*: it is truncated/
    await expectRefusal(archive.subarray(0, length), text)
  },
  60_000,
)

test.each([0.1, 0.4, 0.8])(
  'an archive with one wrong bit at %f changes nothing',
  async (part) => {
    const wrong = Buffer.from(archive)
    const at = Math.floor(wrong.length * part)
    wrong[at] = (wrong[at] ?? 0) ^ 0x10

    await expectRefusal(wrong, /the archive is damaged .*(in|at) /)
  },
  60_000,
)

const without = (name: string) => (all: Entry[]) => all.filter((entry) => entry.name !== name)
const changed = (name: RegExp, change: (text: string) => string) => (all: Entry[]) =>
  all.map((entry) =>
    name.test(entry.name)
      ? { ...entry, content: Buffer.from(change(entry.content.toString('latin1')), 'latin1') }
      : entry,
  )

test.each<[string, (all: Entry[]) => Entry[], RegExp]>([
  ['without its end', without('complete.json'), /at its end: it has no complete\.json/],
  ['without its beginning', without('manifest.json'), /it has no manifest\.json/],
  ['without a part', without('tables/ws_demo.orders/000001'), /damaged in table ws_demo\.orders: /],
  [
    'with a missing row',
    changed(/customers/, (text) => text.replace(/^.*\n/, '')),
    /table ws_demo\.customers: 50 rows were written, 49 were read/,
  ],
  [
    'with another value',
    changed(/customers/, (text) => text.replace('customer 7', 'customer 8')),
    /table ws_demo\.customers: its SHA-256 is another/,
  ],
  [
    'with an invalid value',
    changed(/customers/, (text) => text.replace(/^\w/, 'x')),
    /table ws_demo\.customers: invalid input syntax for type uuid.*line 1/,
  ],
  [
    'with rows of an unknown table',
    (all) => [
      ...all.slice(0, -1),
      { name: 'tables/kontor.strange/000000', content: Buffer.from('1\n') },
      ...all.slice(-1),
    ],
    /kontor\.strange\/000000: its manifest has no such table/,
  ],
  [
    'with a file too many',
    (all) => [
      ...all.slice(0, -1),
      { name: 'files/x', content: Buffer.from('1') },
      ...all.slice(-1),
    ],
    /in files\/: 0 files with 0 bytes were written, 1 with 1 bytes were read/,
  ],
  [
    'that leads out of the folder',
    (all) => [
      ...all.slice(0, -1),
      { name: 'files/../x', content: Buffer.from('1') },
      ...all.slice(-1),
    ],
    /"files\/\.\.\/x" is not a path inside/,
  ],
  [
    'of another format',
    changed(/manifest/, (text) => text.replace('"format":2', '"format":1')),
    /has format 1, this release reads 2/,
  ],
  [
    'of a newer release',
    changed(/manifest/, (text) => text.replace(/"migration":\d+/, '"migration":9999')),
    /at migration 9999, this release knows \d+: restore it with the newer release/,
  ],
  [
    'with an invalid manifest',
    changed(/manifest/, () => '{"format":2}'),
    /manifest\.json is incomplete/,
  ],
])(
  'an archive %s changes nothing',
  async (_, change, text) => {
    await expectRefusal(await rewritten(archive, change), text)
  },
  60_000,
)

test('a file that is not an archive is refused', async () => {
  await expectRefusal(Buffer.from('hello'), /this is not an archive made by "kontor backup"/)
})

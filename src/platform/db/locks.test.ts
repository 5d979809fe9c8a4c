import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { lockNumber } from './locks.ts'

const ROOT = new URL('../../../', import.meta.url)
const files = await Array.fromAsync(glob(['src/**/*.ts', 'migrations/*.sql'], { cwd: ROOT }))

/** Written into a migration, which knows no constants. */
const IN_MIGRATIONS = { 'migrations/0005_events.sql': lockNumber('event partitions') }

/** The numbers in calls of `pg_advisory_…`, of seeds of hashes as well, and what looks like one of ours. */
const literalsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /pg_(?:try_)?advisory_\w+\((?:[^`;\n]*?[^$\w])??(\d{1,12})\b|\b(83_?650_?\d{3})\b/g,
    ),
  ]
    .map(([, number, own]) => (number ?? own ?? '').replaceAll('_', ''))
    .filter((number) => number !== '')

test('numbers of advisory locks stand in one file', async () => {
  const others: Record<string, string[]> = {}
  for (const file of files) {
    if (file.endsWith('.test.ts') || file.endsWith('platform/db/locks.ts')) continue
    const literals = literalsIn(await readFile(new URL(file, ROOT), 'utf8'))
    if (literals.length > 0) others[file] = literals
  }

  expect(others).toEqual(
    Object.fromEntries(
      Object.entries(IN_MIGRATIONS).map(([file, number]) => [file, [String(number)]]),
    ),
  )
})

test.each([
  ['select pg_advisory_lock(83650001)', ['83650001']],
  ['select pg_try_advisory_lock(hashtextextended(id::text, 8366)) as x', ['8366']],
  ['const LOCK = 83_650_003', ['83650003']],
  ["select pg_advisory_xact_lock({advisoryLock('start')})", []],
  ['select pg_advisory_lock($1)', []],
])('%s has the numbers %j', (text, numbers) => {
  expect(literalsIn(text)).toEqual(numbers)
})

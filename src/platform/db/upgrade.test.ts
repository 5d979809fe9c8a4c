import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { connectClient } from './db.ts'
import { migrate, rebuildSchema } from './migrate.ts'

const server = inject('connection')
const client = await connectClient({ ...server, database: 'postgres' })
afterAll(() => client.end())

type Upgrade = { before: string; after: string; expected: object[] }

/** For each migration that changes rows: some of before it, and how they are read after it. */
const UPGRADES: Record<string, Upgrade> = {}

test('every migration that changes rows is tried with some', async () => {
  const files = (await readdir('migrations')).filter((file) => file.endsWith('.sql')).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(`migrations/${file}`, 'utf8')))
  const changing = files.filter((_, at) => /^(update|delete from) kontor\./m.test(texts[at] ?? ''))

  expect(Object.keys(UPGRADES)).toEqual(expect.arrayContaining(changing))
})

test.each(Object.entries(UPGRADES))('%s', async (file, { before, after, expected }) => {
  const database = `t_${newId().replaceAll('-', '')}`
  await client.query(`create database ${database}`)
  const connection = { ...server, database }
  const own = await connectClient(connection)
  try {
    await own.query('begin')
    await rebuildSchema(own, Number(file.slice(0, 4)) - 1)
    await own.query('commit')
    // Only the rows themselves matter, not the ones they refer to.
    await own.query('set session_replication_role = replica')
    await own.query(before)

    expect((await migrate(connection)).applied).toContain(file)

    expect((await own.query(after)).rows).toEqual(expected)
  } finally {
    await own.end()
  }
})

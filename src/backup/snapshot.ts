import pg from 'pg'
import { conflict, unavailable } from '../lib/errors.ts'
import { type Connection, clientDb, connectClient } from '../platform/db/db.ts'
import { databaseVersion, isUsable, latestVersion } from '../platform/db/migrate.ts'
import { listTables, quoted } from './catalog.ts'
import type { Table } from './format.ts'
import { PLAIN_TEXT, setSearchPath } from './session.ts'

export type Snapshot = { client: pg.Client; tables: Table[] }

const MOST_TRIES = 10

/**
 * A consistent snapshot of the whole database. The tables are locked against schema changes before the
 * snapshot is taken, so that rows and definitions match; writers are not blocked.
 */
export async function openSnapshot(connection: Connection): Promise<Snapshot> {
  const client = await connectClient(connection)
  try {
    await client.query(`${PLAIN_TEXT}; set application_name = 'kontor backup'`)
    await refuseUnknown(client)
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      const tables = await tryLock(client)
      if (tables) return { client, tables }
      await client.query('rollback')
    }
    throw unavailable('the definitions keep changing, try again later')
  } catch (error) {
    await client.end()
    throw error
  }
}

async function refuseUnknown(client: pg.Client): Promise<void> {
  const version = await databaseVersion(clientDb(client))
  const latest = await latestVersion()
  if (version === 0) throw conflict('this database has no Kontor data yet: nothing to back up')
  // A newer release may have added what this one need not know; the archive says which one it needs.
  if (version <= latest || (await isUsable(clientDb(client)))) return
  throw conflict(
    `the database is at migration ${version}, this release knows ${latest}: use the newer release`,
  )
}

/** The first SELECT after LOCK takes the snapshot. Undefined if the set of tables changed in between. */
async function tryLock(client: pg.Client): Promise<Table[] | undefined> {
  const expected = await listTables(client)
  await client.query('begin isolation level repeatable read, read only')
  try {
    await client.query(`lock table ${expected.map(quoted).join(', ')} in access share mode`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && /^(42P01|3F000)$/.test(error.code ?? ''))
      return undefined
    throw error
  }
  await setSearchPath(client)
  const tables = await listTables(client)
  return JSON.stringify(tables) === JSON.stringify(expected) ? tables : undefined
}

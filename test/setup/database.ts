import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectClient } from '../../src/platform/db/db.ts'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { migrate } from '../../src/platform/db/migrate.ts'

export type TestConnection = { host: string; port: number; user: string }

declare module 'vitest' {
  interface ProvidedContext {
    connection: TestConnection
    /** Removed after the run. */
    folder: string
  }
}

/** Nothing of it outlives the run: who tests what survives a power cut starts a server of their own. */
const SETTINGS = {
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  // It would look at each of hundreds of databases in turn.
  autovacuum: 'off',
}

/** One real PostgreSQL for the whole run; each test file gets a copy of the migrated template. */
export async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'))
  const postgres = await startEmbedded({
    folder: join(folder, 'pg'),
    purpose: 'npm test',
    settings: SETTINGS,
  })
  const { host, port, user } = postgres.connection
  const client = await connectClient(postgres.connection)
  await client.query('create database template_kontor')
  await client.end()
  await migrate({ host, port, user, database: 'template_kontor' })
  provide('connection', { host, port, user })
  provide('folder', folder)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

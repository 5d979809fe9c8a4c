import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { solutionParts } from '../src/app/solutions.ts'
import { buildApp } from '../src/app.ts'
import { applySolution } from '../src/areas/solutions/service.ts'
import { readFolder } from '../src/definitions/folder.ts'
import { loadDemo } from '../src/demo/load.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Connection, connectClient } from '../src/platform/db/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { newDatabase, newFolder, SECRET, startApp } from './app.ts'
import { makers } from './make.ts'

/** A server with the system's own solution and the demo company. */
export async function startDemo(environment: Record<string, string> = {}) {
  const { database, folder } = await demoOf(environment.KONTOR_LANGUAGE ?? 'en')
  const data = await newFolder()
  await cp(folder, data, { recursive: true })
  return startApp({
    environment: { KONTOR_DATA: data, ...environment },
    connection: await newDatabase(database),
  })
}

/** Loading takes seconds, so it is done once per run and copied. */
async function demoOf(language: string): Promise<{ database: string; folder: string }> {
  const server = { ...inject('connection'), database: 'postgres' }
  const database = `template_demo_${language}`
  const folder = join(inject('folder'), database)
  const client = await connectClient(server)
  try {
    await client.query(`select pg_advisory_lock(hashtext('${database}'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (rowCount !== 0) return { database, folder }
    const fresh = await newDatabase()
    await load(fresh, { KONTOR_DATA: folder, KONTOR_LANGUAGE: language })
    await client.query(`alter database ${fresh.database} rename to ${database}`)
    return { database, folder }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function load(connection: Connection, environment: Record<string, string>): Promise<void> {
  const config = readConfig({
    PORT: '0',
    KONTOR_SECRET: SECRET,
    KONTOR_WORKERS: '0',
    ...environment,
  })
  const app = await buildApp({ config, connection, log: makeLog('silent') })
  try {
    await applySolution(makers(app.platform).asSystem, solutionParts, {
      files: await readFolder('solutions/_system'),
      allowLoss: false,
      isBuiltIn: true,
    })
    await loadDemo(app.platform, { folder: 'solutions', parts: solutionParts })
  } finally {
    await app.stop()
  }
}

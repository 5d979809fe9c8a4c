import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../test/app.ts'
import { readConfig } from '../platform/config.ts'
import { connectClient } from '../platform/db/db.ts'
import { makeLog } from '../platform/log.ts'
import { buildPlatform } from './platform.ts'

test('a platform that cannot be built leaves no connection behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-platform-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  const connection = await newDatabase()
  const config = readConfig({ KONTOR_DATA: join(folder, 'file') })
  const log = makeLog('silent')

  const built = buildPlatform({ config, connection, log, now: () => new Date() })

  await expect(built).rejects.toThrow('EEXIST')
  const client = await connectClient(connection)
  const { rows } = await client.query(
    `select application_name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  expect(rows).toEqual([])
})

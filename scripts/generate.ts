import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientDb, connectClient } from '../src/platform/db/db.ts'
import { describeTables } from '../src/platform/db/describe-tables.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'

/** Writes everything that is made from other sources: row types. */
const folder = await mkdtemp(join(tmpdir(), 'kontor-generate-'))
const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'npm run generate' })
try {
  await migrate(postgres.connection)
  const client = await connectClient(postgres.connection)
  await writeFile('src/platform/db/tables.ts', await describeTables(clientDb(client)))
  await client.end()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true })
}

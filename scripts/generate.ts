import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeApi } from '../src/api/openapi.ts'
import { areas } from '../src/client/areas.ts'
import { complain } from '../src/commands/say.ts'
import { clientDb, connectClient } from '../src/platform/db/db.ts'
import { describeTables } from '../src/platform/db/describe-tables.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { VERSION } from '../src/platform/version.ts'
import { describeConfiguration } from './configuration.ts'
import { describeKinds } from './definition-kinds.ts'
import { describeElements } from './elements.ts'
import { describeEvents } from './event-types.ts'
import { withSemantics } from './semantics.ts'
import { describeStatus } from './status.ts'

/**
 * Writes all generated files; with `--check` writes nothing and fails if a file is out of date.
 */
const made: Record<string, string> = {
  'docs/configuration.md': describeConfiguration(),
  'docs/engine.md': withSemantics((await readText('docs/engine.md')) ?? ''),
  'docs/guides/elements.md': await describeElements(),
  'docs/event-types.md': describeEvents(),
  'docs/status.md': describeStatus(),
  'manage-openapi.json': toJson(describeApi(areas, 'manage', VERSION)),
  'openapi.json': toJson(describeApi(areas, 'pub', VERSION)),
  'src/platform/db/tables.json': await makeTables(),
  'web/pages/build/kinds.json': toJson(describeKinds()),
}

for (const [file, text] of Object.entries(made)) {
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readText(file)) !== text) {
    complain(`${file} is out of date: run "npm run generate" and commit it`)
    process.exitCode = 1
  }
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}

/** The columns, from a temporary database with every migration applied. */
async function makeTables(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-generate-'))
  const postgres = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'npm run generate' })
  try {
    await migrate(postgres.connection)
    const client = await connectClient(postgres.connection)
    const text = await describeTables(clientDb(client))
    await client.end()
    return text
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

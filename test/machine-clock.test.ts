import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * What is stored, or compared with something stored, goes by the time of the database: `ctx.now()`, `databaseTime`
 * or `now()` in SQL (decision 0081). These read the clock of the machine instead, and store nothing of it.
 */
const READS_MACHINE: Record<string, string> = {
  'src/areas/people/providers/oidc/clients.ts': 'how long this process keeps what a provider said',
  'src/areas/processes/agents/run-agent.ts': 'how long a model took',
  'src/areas/processes/workers/waiting.ts': 'how long a worker waits for work',
  'src/commands/migrate-elma365-data.ts': 'how often progress is told',
  'src/commands/progress.ts': 'how often progress is told',
  'src/commands/support-bundle.ts': 'when the bundle was made, for whoever reads it',
  'src/commands/token.ts': 'days until a token ends, for whoever types the command',
  'src/http/request-log.ts': 'lines of the log',
  'src/lib/ids.ts': 'the order of ids, which is a matter of speed',
  'src/migrate/elma365/data/pace.ts': 'how often a portal is asked',
  'src/migrate/elma365/data/portal.ts': 'a portal that does not say what time it is',
  'src/platform/checks/database.ts': 'the difference between the two clocks',
  'src/platform/database-clock.ts': 'the difference between the two clocks',
  'src/platform/db/embedded.ts': 'how long the database may take to start',
  'src/platform/db/embedded/running.ts': 'how long the database may take to start',
  'src/platform/pulse.ts': 'since when this process runs',
  'src/platform/scripts/world/values.ts': 'what a script sees as the time of its machine',
  'src/platform/stalls/guard.ts': 'lines of the log',
  'src/platform/telemetry/otlp-metrics.ts': 'when metrics were sent',
}

const CLOCK = /\bDate\.now\b|\bnew Date\(\)/

test('stored times are compared with the time of the database', async () => {
  const reading: string[] = []
  for await (const file of glob('src/**/*.ts')) {
    if (file.endsWith('.test.ts')) continue
    if (CLOCK.test(await readFile(file, 'utf8'))) reading.push(file)
  }

  expect(reading.toSorted()).toEqual(Object.keys(READS_MACHINE))
})

import { Command } from 'commander'
import type { Config } from '../platform/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { visitDatabase } from './database.ts'
import { elma365Command } from './migrate-elma365.ts'
import { type Answer, answer, complain } from './say.ts'

export const migrateCommand = (config: () => Config) =>
  new Command('migrate')
    .description('migrate the database to this release, or bring over what was built elsewhere')
    .option('--json', 'answer as JSON')
    .action((options: Answer) => migrateNow(config(), options))
    .addCommand(elma365Command())

async function migrateNow(config: Config, options: Answer): Promise<void> {
  const database = await visitDatabase(config, 'kontor migrate')
  try {
    const migrated = await migrate(database.connection, {
      warn: (text) => complain(`kontor: ${text}`),
    })
    answer(options, migrated, () => [
      ...migrated.applied.map((file) => `applied ${file}`),
      `the database is at migration ${migrated.version}`,
    ])
  } finally {
    await database.stop()
  }
}

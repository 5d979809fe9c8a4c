#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { Command, Option } from 'commander'
import { complain } from './commands/say.ts'
import { inWords } from './commands/trouble.ts'
import { type Config, readConfig } from './platform/config.ts'
import { unknownSettings } from './platform/unknown-settings.ts'
import { VERSION } from './platform/version.ts'

// V8 may allocate objects directly in the old generation if earlier ones from the same place lived long; they are
// then kept until the next full collection: for an import, all rows ever read.
setFlagsFromString('--no-allocation-site-pretenuring')

function config(): Config {
  const { env } = process
  for (const line of unknownSettings(env)) complain(`kontor: ${line}`)
  return readConfig(env)
}

const program = new Command('kontor')
  .description('Kontor, a work-management platform server')
  .version(VERSION, '--version', 'show the version')
  .addHelpText(
    'after',
    '\nSettings such as KONTOR_DATA and DATABASE_URL come from the environment.',
  )

program
  .command('start')
  .description('run the server')
  .option(
    '--workers <count>',
    'server processes that share the port; "auto" = one per core, or per two beside the embedded database, 4 at most',
    '1',
  )
  .option('--with-parent', 'stop when the program that started it ends')
  .option(
    '--without-webhooks',
    'send nothing to webhooks from this node, tests excepted; what happens waits',
  )
  .addOption(new Option('--as-worker', 'started by --workers').hideHelp())
  .action(async (options) => (await import('./commands/start.ts')).start(config(), options))
program
  .command('work')
  .description('work on jobs only, beside other nodes')
  .option('--without-webhooks', 'send nothing to webhooks from this node')
  .action(async (options) => (await import('./commands/start.ts')).work(config(), options))

/** In the order of the help. */
const commands: Record<string, () => Promise<(read: () => Config) => Command>> = {
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  events: async () => (await import('./commands/events.ts')).eventsCommand,
  'support-bundle': async () => (await import('./commands/support-bundle.ts')).supportBundleCommand,
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  apply: async () => (await import('./commands/apply.ts')).applyCommand,
  test: async () => (await import('./commands/test-solution.ts')).testCommand,
  types: async () => (await import('./commands/types.ts')).typesCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  pull: async () => (await import('./commands/pull.ts')).pullCommand,
  push: async () => (await import('./commands/push.ts')).pushCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  'import-bpmn': async () => (await import('./commands/import-bpmn.ts')).importBpmnCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  directory: async () => (await import('./commands/directory.ts')).directoryCommand,
  token: async () => (await import('./commands/token.ts')).tokenCommand,
  webhook: async () => (await import('./commands/webhook.ts')).webhookCommand,
  search: async () => (await import('./commands/search.ts')).searchCommand,
  secrets: async () => (await import('./commands/secrets.ts')).secretsCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
}
// Loads only the given command; for help and unknown commands, all of them.
const [given = ''] = process.argv.slice(2)
const isServer = given === 'start' || given === 'work'
for (const [name, load] of Object.entries(commands)) {
  if (isServer || (Object.hasOwn(commands, given) && name !== given)) continue
  program.addCommand((await load())(config))
}
phrase(program)

// The reader of a pipe may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') complain(`kontor: ${error.message}`)
  process.exit(1)
})

try {
  await program.parseAsync()
} catch (error) {
  complain(`kontor: ${inWords(error)}`)
  process.exitCode = 1
}

/** Our texts in every help, and each error on one line, including the suggestion. */
function phrase(command: Command): void {
  command.helpOption('-h, --help', 'show help').configureOutput({
    outputError: (text) => {
      const line = text.trim().replace(/\n\(Did you mean (.+)\?\)$/s, ': did you mean $1?')
      complain(`kontor: ${line.replace(/^error: /, '')}`)
    },
  })
  if (command.commands.length > 0) command.helpCommand('help [command]', 'show help')
  command.commands.forEach(phrase)
}

#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'
import { applyCommand } from './commands/apply.ts'
import { backupCommand } from './commands/backup.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { migrateCommand } from './commands/migrate.ts'
import { planCommand } from './commands/plan.ts'
import { restoreCommand } from './commands/restore.ts'
import { complain } from './commands/say.ts'
import { secretsCommand } from './commands/secrets.ts'
import { type StartOptions, start, type WorkOptions, work } from './commands/start.ts'
import { tokenCommand } from './commands/token.ts'
import { inWords } from './commands/trouble.ts'
import { userCommand } from './commands/user.ts'
import { webhookCommand } from './commands/webhook.ts'
import { type Config, readConfig } from './platform/config.ts'
import { unknownSettings } from './platform/unknown-settings.ts'
import { VERSION } from './platform/version.ts'

// V8 makes objects old at once where those before them grew old, and then they keep what they hold
// until the next full collection: of an import, all rows that were ever read.
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
  .option('--with-parent', 'stop when the program that started it ends')
  .option(
    '--without-webhooks',
    'send nothing to webhooks from this node, tests excepted; what happens waits',
  )
  .action((options: StartOptions) => start(config(), options))
program
  .command('work')
  .description('work on jobs only, beside other nodes')
  .option('--without-webhooks', 'send nothing to webhooks from this node')
  .action((options: WorkOptions) => work(config(), options))
for (const command of [
  migrateCommand,
  doctorCommand,
  planCommand,
  applyCommand,
  exportCommand,
  importCommand,
  userCommand,
  tokenCommand,
  webhookCommand,
  secretsCommand,
  backupCommand,
  restoreCommand,
]) {
  program.addCommand(command(config))
}
phrase(program)

// The reader of a pipe may go before everything was said.
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

/** Our words in every help, and each error on one line, the guess of what was meant included. */
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

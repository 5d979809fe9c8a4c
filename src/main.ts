#!/usr/bin/env node
import { Command } from 'commander'
import { applyCommand } from './commands/apply.ts'
import { exportCommand } from './commands/export.ts'
import { planCommand } from './commands/plan.ts'
import { complain } from './commands/say.ts'
import { start, work } from './commands/start.ts'
import { AppError } from './lib/errors.ts'
import { readConfig } from './platform/config.ts'
import { EmbeddedError } from './platform/db/embedded.ts'

const program = new Command('kontor').description('Kontor, a work-management platform server')

// biome-ignore lint/style/noProcessEnv: the one place where the environment is read
const config = () => readConfig(process.env)

program
  .command('start')
  .description('run the server')
  .action(() => start(config()))
program
  .command('work')
  .description('work on jobs only, beside other nodes')
  .action(() => work(config()))
for (const command of [planCommand, applyCommand, exportCommand]) {
  program.addCommand(command(config))
}

try {
  await program.parseAsync()
} catch (error) {
  const isOurs = error instanceof AppError || error instanceof EmbeddedError
  complain(`kontor: ${isOurs ? error.message : ((error as Error).stack ?? error)}`)
  process.exitCode = 1
}

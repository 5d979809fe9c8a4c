import { Command } from 'commander'
import { type Forgotten, forgetSecrets } from '../areas/system/secrets/forget.ts'
import type { Config } from '../platform/config.ts'
import { type Answer, answer } from './say.ts'
import { changeAsSystem } from './system.ts'

export const secretsCommand = (config: () => Config) =>
  new Command('secrets')
    .description('give up secrets whose key is lost')
    .addCommand(forgetCommand(config))

const forgetCommand = (config: () => Config) =>
  new Command('forget')
    .description('replace what a lost key sealed, so that the server starts with another key')
    .argument('<key>', 'the id of the lost key, as "kontor doctor" and "kontor restore" name it')
    .option('--json', 'answer as JSON')
    .action(async (lost: string, options: Answer) => {
      const settings = config()
      const forgotten = await changeAsSystem(settings, 'kontor secrets forget', (ctx) =>
        forgetSecrets(ctx, settings, lost),
      )
      answer(options, forgotten, () => inWords(forgotten))
    })

const inWords = ({ key, webhooks }: Forgotten): string[] => [
  `what the key ${key} sealed was replaced: the server can start`,
  'links to files that were given out before no longer work',
  ...webhooks.map(
    ({ id, name }) =>
      `paused the webhook "${name}" (${id}): make a new secret (console: Administration, Webhooks; or POST /manage/v1/webhooks/${id}/secret), give it to the receiver, then resume`,
  ),
]

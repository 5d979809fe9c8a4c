import { Command } from 'commander'
import { type Webhook, webhooks } from '../areas/webhooks/operations.ts'
import { toWebhook } from '../areas/webhooks/routes.ts'
import {
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
} from '../areas/webhooks/service.ts'
import { check } from '../http/body.ts'
import type { Config } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { type Answer, answer, columns } from './say.ts'
import { changeAsSystem, readAsSystem } from './system.ts'

/** Works without a running server, which may fail to start because of a webhook. */
export const webhookCommand = (config: () => Config) =>
  new Command('webhook')
    .description('list, pause, resume and delete webhooks')
    .addCommand(listCommand(config))
    .addCommand(
      changeCommand(config, 'pause', {
        description: 'send nothing more until it is resumed; nothing is lost',
        act: async (ctx, id) => toWebhook(await pauseWebhook(ctx, id)),
      }),
    )
    .addCommand(
      changeCommand(config, 'resume', {
        description: 'go on where it stopped',
        act: async (ctx, id) => toWebhook(await resumeWebhook(ctx, id)),
      }),
    )
    .addCommand(
      changeCommand(config, 'delete', {
        description: 'delete it and its pending deliveries',
        act: async (ctx, id) => {
          await removeWebhook(ctx, id)
          return { id, deleted: true }
        },
      }),
    )

const listCommand = (config: () => Config) =>
  new Command('list')
    .description('list webhooks and their state')
    .option('--json', 'answer as JSON')
    .action((options: Answer) => list(config(), options))

type Change = { description: string; act: (ctx: Context, id: string) => Promise<object> }

const changeCommand = (config: () => Config, name: string, { description, act }: Change) =>
  new Command(name)
    .description(description)
    .argument('<id>', 'its id, as "kontor webhook list" shows it')
    .option('--json', 'answer as JSON')
    .action(async (given: string, options: Answer) => {
      const { id } = check(webhooks.get.params, { id: given })
      const changed = await changeAsSystem(config(), `kontor webhook ${name}`, (ctx) =>
        act(ctx, id),
      )
      answer(options, changed, () => [`${name}d ${id}`])
    })

async function list(config: Config, options: Answer): Promise<void> {
  const found = await readAsSystem(config, 'kontor webhook list', listWebhooks)
  const all = found.map(toWebhook)
  const head = ['ID', 'NAME', 'URL', 'STATE', 'WAITING', 'GIVEN UP']
  answer(options, all, () => columns([head, ...all.map(toLine)]))
}

const toLine = (webhook: Webhook): string[] => [
  webhook.id,
  webhook.name,
  webhook.url,
  stateOf(webhook),
  `${webhook.isPendingEstimated ? '~' : ''}${webhook.pending}`,
  String(webhook.dead),
]

function stateOf({ pausedAt, pausedReason, failingSince }: Webhook): string {
  if (pausedAt !== null) return `paused: ${pausedReason}`
  return failingSince === null ? 'active' : `failing since ${failingSince}`
}

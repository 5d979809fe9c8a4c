import { Command } from 'commander'
import { allKinds } from '../app/kinds.ts'
import { feedAll } from '../areas/search/feed.ts'
import { getProgress, restartAll } from '../areas/search/store/feed.ts'
import type { Config } from '../platform/config.ts'
import { write } from '../platform/context.ts'
import { type Answer, answer } from './say.ts'
import { withPlatform } from './system.ts'

export const searchCommand = (config: () => Config) =>
  new Command('search')
    .description('look after the search index')
    .addCommand(statusCommand(config))
    .addCommand(rebuildCommand(config))

const statusCommand = (config: () => Config) =>
  new Command('status')
    .description('how far the index is behind what has happened')
    .option('--json', 'answer as JSON')
    .action(async (options: Answer) => {
      const progress = await withPlatform(config(), 'kontor search status', ({ db }) =>
        getProgress(db),
      )
      const { behind, incomplete } = progress
      answer(options, progress, () => [
        `${behind} events to read, ${incomplete} kinds of objects to read as a whole`,
      ])
    })

const rebuildCommand = (config: () => Config) =>
  new Command('rebuild')
    .description('read everything again; what is in the index is found meanwhile')
    .option('--json', 'answer as JSON')
    .action(async (options: Answer) => {
      await withPlatform(config(), 'kontor search rebuild', async (platform, origin) => {
        await write(platform, origin, ({ db }) => restartAll(db))
        await feedAll(platform, allKinds)
      })
      answer(options, { rebuilt: true }, () => ['rebuilt the search index'])
    })

import { Command } from 'commander'
import { solutionParts } from '../app/solutions.ts'
import { buildIndexes } from '../areas/solutions/indexes.ts'
import { type Applied, applySolution, type ToApply } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import type { Config } from '../platform/config.ts'
import { type Origin, type Platform, write } from '../platform/context.ts'
import { jobOn } from '../platform/jobs/runner.ts'
import { inLines } from './lines.ts'
import { type Answer, answer, complain } from './say.ts'
import { showPlan } from './show-plan.ts'
import { withPlatform } from './system.ts'

type Options = Answer & { allowLoss?: boolean; comment?: string }

export const applyCommand = (config: () => Config) =>
  new Command('apply')
    .description('apply a solution, all of it or nothing')
    .argument('<folder>', 'the folder of the solution')
    .option('--allow-loss', 'apply even if values, fields or apps with items become inaccessible')
    .option('--comment <text>', 'kept with the version')
    .option('--json', 'answer as JSON')
    .action((folder: string, options: Options) => applyFolder(config(), folder, options))

async function applyFolder(config: Config, folder: string, options: Options): Promise<void> {
  const files = await readFolder(folder)
  const { allowLoss = false, comment = '' } = options
  const { plan } = await withPlatform(config, 'kontor apply', (platform, origin) =>
    applyFiles(platform, origin, { files, allowLoss, comment }),
  )
  answer(options, plan, () => [...showPlan(plan), `${plan.solution} is applied`])
}

export async function applyFiles(
  platform: Platform,
  origin: Origin,
  wanted: ToApply,
): Promise<Applied> {
  const inWrite: Parameters<typeof applySolution>[0] = (work) => write(platform, origin, work)
  const applied = await inLines(() => applySolution(inWrite, solutionParts, wanted))
  await buildNow(platform, origin, applied.later)
  return applied
}

/** A server may not be running, so the work of its jobs is done here. */
async function buildNow(platform: Platform, { log }: Origin, apps: string[]): Promise<void> {
  for (const app of apps) {
    complain(`building the indexes of ${app}`)
    await buildIndexes(jobOn(platform, log), { app })
  }
}

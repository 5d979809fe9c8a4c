import { Command } from 'commander'
import { solutionParts } from '../app/solutions.ts'
import { planSolution } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import type { Config } from '../platform/config.ts'
import { readContext } from '../platform/context.ts'
import { inLines } from './lines.ts'
import { type Answer, answer } from './say.ts'
import { isBlocked, showPlan } from './show-plan.ts'
import { withPlatform } from './system.ts'

export const planCommand = (config: () => Config) =>
  new Command('plan')
    .description('show what applying a solution would change')
    .argument('<folder>', 'the folder of the solution')
    .option('--json', 'answer as JSON')
    .action((folder: string, options: Answer) => showChanges(config(), folder, options))

async function showChanges(config: Config, folder: string, options: Answer): Promise<void> {
  const files = await readFolder(folder)
  const plan = await withPlatform(config, 'kontor plan', (platform, origin) =>
    inLines(() => planSolution(readContext(platform, origin), solutionParts, files)),
  )
  answer(options, plan, () => showPlan(plan))
  if (isBlocked(plan)) process.exitCode = 1
}

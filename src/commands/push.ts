import { Command } from 'commander'
import type { Applied } from '../areas/solutions/service.ts'
import { getVersionFiles, latestVersion } from '../areas/solutions/versions.ts'
import { readFolder } from '../definitions/folder.ts'
import { loadSolution } from '../definitions/load.ts'
import type { SourceFile } from '../definitions/source.ts'
import { conflict } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { type Context, readContext } from '../platform/context.ts'
import { applyFiles } from './apply.ts'
import { checksumOf, readState, type State, writeState } from './checkout.ts'
import { type Answer, answer } from './say.ts'
import { showPlan } from './show-plan.ts'
import { withPlatform } from './system.ts'

type Options = Answer & { allowLoss?: boolean; comment?: string; force?: boolean }

export const pushCommand = (config: () => Config) =>
  new Command('push')
    .description('apply a folder as the next version, unless the server has a newer one')
    .argument('<folder>', 'the folder of the solution')
    .option('--comment <text>', 'kept with the version')
    .option('--allow-loss', 'apply even if values, fields or apps with items become inaccessible')
    .option('--force', 'also over versions that were not pulled')
    .option('--json', 'answer as JSON')
    .action((folder: string, options: Options) => push(config(), folder, options))

async function push(config: Config, folder: string, options: Options): Promise<void> {
  const files = await readFolder(folder)
  const state = await readState(folder)
  const solution = loadSolution(files).readable.solution
  const { allowLoss = false, comment = '', force = false } = options
  const before = force
    ? undefined
    : (ctx: Context) => requirePulled(ctx, { solution, state, files })
  const applied = await withPlatform(config, 'kontor push', async (platform, origin) => {
    const done = await applyFiles(platform, origin, {
      ...{ files, allowLoss, comment },
      ...(before && { before }),
    })
    const version = done.version ?? (await latestVersion(readContext(platform, origin), solution))
    return { ...done, version }
  })
  await writeState(folder, { solution, version: applied.version, checksum: checksumOf(files) })
  report(options, applied)
}

function report(options: Options, { plan, version }: Omit<Applied, 'later'>): void {
  answer(options, { plan, version }, () => [
    ...showPlan(plan),
    `${plan.solution} is at version ${version}`,
  ])
}

type Pushed = { solution: string; state: State | undefined; files: SourceFile[] }

/** Runs under the lock, so nothing can be published in between. */
async function requirePulled(ctx: Context, { solution, state, files }: Pushed): Promise<void> {
  const version = await latestVersion(ctx, solution)
  const checksum = checksumOf(await getVersionFiles(ctx, solution, version))
  if (version === 0 || checksum === state?.checksum || checksum === checksumOf(files)) return
  throw conflict(
    `version ${version} of the solution "${solution}" is not in the folder: run kontor pull first`,
  )
}

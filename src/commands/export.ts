import { Command } from 'commander'
import { exportSolution } from '../areas/solutions/service.ts'
import { writeFolder } from '../definitions/folder.ts'
import type { Config } from '../platform/config.ts'
import { readContext } from '../platform/context.ts'
import { type Answer, answer } from './say.ts'
import { withPlatform } from './system.ts'

type Options = Answer & { force?: boolean }

export const exportCommand = (config: () => Config) =>
  new Command('export')
    .description('write the files of a solution into a folder')
    .argument('<solution>', 'its code')
    .argument('[folder]', 'where to; absent = a folder named like the solution')
    .option('--force', 'overwrite existing files')
    .option('--json', 'answer as JSON')
    .action((code: string, folder: string | undefined, options: Options) =>
      exportTo(config(), { code, folder: folder ?? code }, options),
    )

async function exportTo(
  config: Config,
  { code, folder }: { code: string; folder: string },
  options: Options,
): Promise<void> {
  const files = await withPlatform(config, 'kontor export', (platform, origin) =>
    exportSolution(readContext(platform, origin), code),
  )
  await writeFolder(folder, files, { force: options.force ?? false })
  const paths = files.map(({ path }) => path)
  answer(options, { solution: code, folder, files: paths }, () => [
    `${paths.length} files of ${code} written to ${folder}`,
  ])
}

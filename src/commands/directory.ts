import { Command } from 'commander'
import { previewSignIn } from '../areas/people/providers/directory-preview.ts'
import { sync } from '../areas/people/providers/directory-sync.ts'
import { Directories } from '../areas/people/providers/ldap/directories.ts'
import { getDirectoryByCode, showProvider } from '../areas/people/providers/service.ts'
import { type Config, providerAddresses } from '../platform/config.ts'
import { type Context, readContext, write } from '../platform/context.ts'
import { type Answer, answer } from './say.ts'
import { withPlatform } from './system.ts'

export const directoryCommand = (config: () => Config) =>
  new Command('directory')
    .description('compare directories (LDAP) now, and tell what a sign-in would do')
    .addCommand(compareCommand(config))
    .addCommand(previewCommand(config))

const compareCommand = (config: () => Config) =>
  new Command('compare')
    .description('block whoever is gone from a directory, and bring its groups up to date')
    .argument('<code>', 'code of the provider')
    .option('--json', 'answer as JSON')
    .action((code: string, options: Answer) => compare(config(), code, options))

const previewCommand = (config: () => Config) =>
  new Command('preview')
    .description('tell what a sign-in of somebody would do; changes nothing')
    .argument('<code>', 'code of the provider')
    .argument('<login>', 'login in the directory')
    .option('--json', 'answer as JSON')
    .action((code: string, login: string, options: Answer) =>
      preview(config(), { code, login }, options),
    )

async function compare(config: Config, code: string, options: Answer): Promise<void> {
  const { lastSyncAt, lastSync, isLastSyncGood } = await withPlatform(
    config,
    'kontor directory compare',
    async (platform, origin) => {
      const ctx = readContext(platform, origin)
      const provider = await getDirectoryByCode(ctx, code)
      const job = {
        read: <T>(work: (step: Context) => Promise<T>) => work(readContext(platform, origin)),
        write: <T>(work: (step: Context) => Promise<T>) => write(platform, origin, work),
      }
      await sync(job, new Directories(providerAddresses(config)), provider)
      return showProvider(ctx, provider.id, '')
    },
  )
  answer(options, { lastSyncAt, lastSync, isLastSyncGood }, () => [lastSync ?? ''])
  if (!isLastSyncGood) process.exitCode = 1
}

async function preview(
  config: Config,
  { code, login }: { code: string; login: string },
  options: Answer,
): Promise<void> {
  const findings = await withPlatform(
    config,
    'kontor directory preview',
    async (platform, origin) => {
      const ctx = {
        ...readContext(platform, origin),
        ...{ site: '', address: '' },
        write: <T>(work: (step: Context) => Promise<T>) => write(platform, origin, work),
      }
      const { id } = await getDirectoryByCode(ctx, code)
      return previewSignIn(ctx, new Directories(providerAddresses(config)), { id, login })
    },
  )
  answer(options, { findings }, () =>
    findings.map(({ isGood, text }) => `${isGood ? 'ok ' : 'bad'}  ${text}`),
  )
  if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1
}

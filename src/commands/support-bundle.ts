import { writeFile } from 'node:fs/promises'
import { arch, availableParallelism, freemem, loadavg, platform, release, totalmem } from 'node:os'
import { Command } from 'commander'
import { listFailed } from '../areas/system/jobs/service.ts'
import { readStatistics } from '../areas/system/service.ts'
import { invalid } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { redactedSettings, redactSecrets } from '../platform/redaction.ts'
import { VERSION } from '../platform/version.ts'
import { findingsOf } from './doctor.ts'
import { type Answer, answer } from './say.ts'
import { readAsSystem } from './system.ts'
import { inWords } from './trouble.ts'

export const supportBundleCommand = (config: () => Config) =>
  new Command('support-bundle')
    .description('write what somebody needs who helps from afar, without secrets and content')
    .argument('<file>', 'JSON file to write; - is standard output')
    .option('--json', 'answer as JSON')
    .action((file: string, options: Answer) => bundle(config(), file, options))

const MOST_JOBS = 50

async function bundle(config: Config, file: string, options: Answer): Promise<void> {
  const text = `${redactSecrets(config, JSON.stringify(await collect(config), undefined, 2))}\n`
  if (file === '-') {
    if (options.json) throw invalid('--json cannot be combined with a bundle on standard output')
    process.stdout.write(text)
    return
  }
  await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  const bytes = Buffer.byteLength(text)
  answer(options, { file, bytes }, () => [`wrote ${file}: read it before you send it`])
}

/** A system that does not work is what it is for: what cannot be told says why. */
async function collect(config: Config) {
  return {
    kontor: VERSION,
    at: new Date().toISOString(),
    machine: machine(),
    settings: redactedSettings(config),
    checks: await findingsOf(config),
    ...(await readDatabase(config)),
  }
}

const machine = () => ({
  node: process.version,
  system: `${platform()} ${release()} ${arch()}`,
  cores: availableParallelism(),
  load: loadavg(),
  memory: { total: totalmem(), free: freemem() },
})

async function readDatabase(config: Config) {
  try {
    return await readAsSystem(config, 'kontor support-bundle', async (ctx) => ({
      statistics: await readStatistics(ctx),
      failedJobs: await listFailed(ctx, MOST_JOBS),
    }))
  } catch (error) {
    return { statistics: { error: inWords(error) }, failedJobs: [] }
  }
}

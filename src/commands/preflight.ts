import { lookup } from 'node:dns/promises'
import { invalid } from '../lib/errors.ts'
import { type Config, needsFolder } from '../platform/config.ts'
import { EmbeddedError, explained } from '../platform/db/embedded/error.ts'
import { makeDataFolder } from '../platform/db/embedded/home.ts'
import { hasDatabase } from './database.ts'

/** What can be known to fail before a database is created or opened. */
export async function checkBeforeDatabase(config: Config): Promise<void> {
  await checkHost(config.HOST)
  // Later starts do not use the password, which may be older than the rules.
  if (!(await hasDatabase(config))) {
    const { checkFirstPassword } = await import('./bootstrap.ts')
    await checkFirstPassword(config)
  }
  if (needsFolder(config)) await openFolder(config.KONTOR_DATA)
}

async function checkHost(host: string): Promise<void> {
  await lookup(host).catch(() => {
    const expected =
      'expected an address of this machine such as 127.0.0.1, 0.0.0.0 for all of them, or its name'
    throw invalid(`HOST: ${expected}, received "${host}"`)
  })
}

async function openFolder(folder: string): Promise<void> {
  try {
    await explained(folder, () => makeDataFolder(folder))
  } catch (error) {
    if (error instanceof EmbeddedError) throw error
    throw invalid(`KONTOR_DATA: the folder cannot be made: ${(error as Error).message}`)
  }
}

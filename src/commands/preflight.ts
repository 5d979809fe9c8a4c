import { lookup } from 'node:dns/promises'
import { invalid } from '../lib/errors.ts'
import type { Config } from '../platform/config.ts'
import { checkFirstPassword } from './bootstrap.ts'
import { hasDatabase } from './database.ts'

/** What can be known to fail before a database is created or opened. */
export async function checkBeforeDatabase(config: Config): Promise<void> {
  await checkHost(config.HOST)
  // Later starts do not use the password, which may be older than the rules.
  if (!(await hasDatabase(config))) await checkFirstPassword(config)
}

async function checkHost(host: string): Promise<void> {
  await lookup(host).catch(() => {
    const expected =
      'expected an address of this machine such as 127.0.0.1, 0.0.0.0 for all of them, or its name'
    throw invalid(`HOST: ${expected}, received "${host}"`)
  })
}

import type { Config } from '../../platform/config.ts'
import { connectClient } from '../../platform/db/db.ts'
import { connectionOf } from '../../platform/db/hosts.ts'

/** Why nobody can connect with KONTOR_REPORTS_URL, or undefined. */
export async function reportsRefusal({
  KONTOR_REPORTS_URL: url,
}: Config): Promise<string | undefined> {
  if (!url) return undefined
  try {
    const client = await connectClient(connectionOf(url))
    await client.end()
    return undefined
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return `KONTOR_REPORTS_URL cannot be used for SQL reports: ${message || code}`
  }
}

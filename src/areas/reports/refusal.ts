import type { Config } from '../../platform/config.ts'
import { connectClient } from '../../platform/db/db.ts'

/** Why nobody can connect with KONTOR_REPORTS_URL, or undefined. */
export async function reportsRefusal({
  KONTOR_REPORTS_URL: url,
}: Config): Promise<string | undefined> {
  if (!url) return undefined
  try {
    const client = await connectClient({ connectionString: url })
    await client.end()
    return undefined
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return `KONTOR_REPORTS_URL cannot be used for SQL reports: ${message || code}`
  }
}

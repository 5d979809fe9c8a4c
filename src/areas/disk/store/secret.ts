import type { Context } from '../../../platform/context.ts'
import { quick, sql } from '../../../platform/db/sql.ts'

/** Signs links; the same on every node. */
export async function readLinkSecret({ db, secrets }: Context): Promise<string> {
  const row = await db.first(
    quick(
      sql<{
        secret: string
      }>`select value #>> '{}' as secret from kontor.settings where key = 'link_secret'`,
    ),
  )
  if (!row) throw new Error('the setting link_secret is missing')
  return secrets.open(row.secret)
}

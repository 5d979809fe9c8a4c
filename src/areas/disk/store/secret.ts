import type { Context } from '../../../platform/context.ts'
import { quickStatement } from '../../../platform/db/db.ts'

const select = quickStatement<{ secret: string }>(
  `select value #>> '{}' as secret from kontor.settings where key = 'link_secret'`,
)

/** Signs links; the same on every node. */
export async function readLinkSecret({ db, secrets }: Context): Promise<string> {
  const [row] = await db.query(select, [])
  if (!row) throw new Error('the setting link_secret is missing')
  return secrets.open(row.secret)
}

import { type Db, quickStatement } from '../../../platform/db/db.ts'

const select = quickStatement<{ secret: string }>(
  `select value #>> '{}' as secret from kontor.settings where key = 'link_secret'`,
)

/** Signs links; the same on every node. */
export async function readLinkSecret(db: Db): Promise<string> {
  const [row] = await db.query(select, [])
  if (!row) throw new Error('the setting link_secret is missing')
  return row.secret
}

import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { makeSecrets, readSecrets, type Secrets } from '../../../platform/secrets.ts'
import { findKeyId, listSecrets, PLACES } from './store.ts'

/** A key is created only if nothing is sealed yet: otherwise it would be the wrong one. */
export const openSecrets = async (db: Db, config: Config): Promise<Secrets> =>
  (await findKeyId(db)) === undefined ? makeSecrets(config) : readSecrets(config)

export type Unopened = { keyId: string; names: string[] }

/** What the current keys cannot open, as text. */
export async function findUnopened(db: Db, config: Config): Promise<Unopened | undefined> {
  const keyId = await findKeyId(db)
  if (keyId === undefined) return undefined
  const secrets = await readSecrets(config)
  const names: string[] = []
  for (const place of PLACES) {
    const all = await listSecrets(db, place)
    if (!all.every(({ value }) => secrets.canOpen(value))) names.push(place.name)
  }
  return names.length > 0 ? { keyId, names } : undefined
}

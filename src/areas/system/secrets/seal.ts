import type { Context } from '../../../platform/context.ts'
import { wrongKey } from '../../../platform/secrets.ts'
import * as store from './store.ts'

/**
 * Seals every secret of the database with the first key: those that migrations made in plain text,
 * and after a change of keys those of the old one. Done at every start, and
 * refused where the key does not fit, before anything is sealed with another.
 */
export async function sealSecrets(ctx: Context): Promise<number> {
  const { secrets } = ctx
  const keyId = await store.lockKeyId(ctx.db)
  if (keyId !== undefined && !secrets.knows(keyId)) throw wrongKey(keyId)
  let count = 0
  for (const place of store.PLACES) {
    for (const { id, value } of await store.lockSecrets(ctx.db, place)) {
      const sealed = secrets.reseal(value)
      if (sealed === value) continue
      await store.saveSecret(ctx.db, place, { id, value: sealed })
      count++
    }
  }
  if (keyId !== secrets.keyId) await store.saveKeyId(ctx.db, secrets.keyId)
  return count
}

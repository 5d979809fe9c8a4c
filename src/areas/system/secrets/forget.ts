import { conflict } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Config } from '../../../platform/config.ts'
import type { Context } from '../../../platform/context.ts'
import { makeSecrets } from '../../../platform/secrets.ts'
import { forgetApps } from '../../access/factors/app.ts'
import { forgetPush } from '../../notifications/push/service.ts'
import { renewPassword } from '../../reports/password.ts'
import { listWebhooks, replaceLostSecret } from '../../webhooks/service.ts'
import * as store from './store.ts'

export type Forgotten = { key: string; webhooks: { id: string; name: string }[] }

/**
 * After the loss of a key: replaces what it sealed, and seals it with the current key, which is created if needed.
 * Refused while the key is present.
 */
export async function forgetSecrets(
  ctx: Context,
  config: Config,
  lost: string,
): Promise<Forgotten> {
  const keyId = await store.lockKeyId(ctx.db)
  if (keyId !== lost) {
    throw conflict(`nothing is sealed with the key ${lost}${keyId ? `, but with ${keyId}` : ''}`)
  }
  if (ctx.secrets.knows(lost)) throw conflict(`the key ${lost} is present: nothing is lost`)
  const secrets = await makeSecrets(config)
  const now = { ...ctx, secrets }
  const webhooks = (await listWebhooks(ctx)).filter(({ secret }) => !secrets.canOpen(secret))
  for (const { id } of webhooks) await replaceLostSecret(now, id)
  await renewPassword(now)
  await forgetApps(now)
  await forgetPush(ctx)
  await store.saveLinkSecret(ctx.db, secrets.seal(newId() + newId()))
  await store.forgetGivenSecrets(ctx.db, lost)
  await store.saveKeyId(ctx.db, secrets.keyId)
  await ctx.emit({ type: 'secrets.forgotten', object: `key:${lost}`, data: { key: lost } })
  return { key: lost, webhooks: webhooks.map(({ id, name }) => ({ id, name })) }
}

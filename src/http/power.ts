import type { Operation } from '../api/operation.ts'
import { forbidden } from '../lib/errors.ts'
import { type Caller, covers } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'

/**
 * A token cannot grant more than it has itself. What a connected program grants would outlive the
 * connection, so it grants nothing.
 */
export function checkGiven({ gives }: Operation, { credential }: Caller): void {
  if (credential.connection && gives.length > 0) {
    throw forbidden(
      'a connected program cannot give access: do it yourself, or with a token of yours',
    )
  }
  if (gives === 'as asked') return
  const missing = gives.filter((scope) => !covers(credential, scope))
  if (missing.length === 0) return
  const scopes = missing.map((scope) => `"${scope}"`).join(', ')
  throw forbidden(
    `this would grant more than the token itself may do: it is missing the scope ${scopes}`,
  )
}

/** Events after which somebody has more rights than before. */
const POWER = new Set([
  'user.created',
  'user.updated',
  'user.unblocked',
  'user.password_set',
  'user.invited',
  'token.created',
  'connection.created',
  'oauth_client.secret_changed',
  'access.granted',
  'group.created',
  'group.items_added',
  'user.identity_linked',
  'provider.created',
  'provider.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_changed',
  'webhook.replayed',
  'substitution.created',
  'solution.applied',
])

/** Makes any test fail whose operation grants more than it declares. */
export const watchPower = <C extends Context>(ctx: C, { gives, summary }: Operation): C => ({
  ...ctx,
  emit: (event) => {
    if (gives.length === 0 && POWER.has(event.type)) {
      throw new Error(`"${summary}" causes ${event.type} and declares that it gives nothing`)
    }
    return ctx.emit(event)
  },
})

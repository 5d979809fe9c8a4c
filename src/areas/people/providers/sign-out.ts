import { invalid, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { countGuess, takeBack } from '../../access/guess-limits.ts'
import { endSessions, signOut } from '../../access/sessions.ts'
import { listBegun } from './identities.ts'
import type { OidcClients } from './oidc/clients.ts'
import { inWords } from './oidc/words.ts'
import { getEnabled, getProvider } from './service.ts'
import { counterOf, open, type Steps } from './sign-in.ts'
import { findOrigin } from './store/identities.ts'

/** Ends the session here whatever the provider does; answers where to end that of the provider. */
export async function signOutEverywhere(ctx: Steps, clients: OidcClients): Promise<string | null> {
  const { kind, id } = ctx.user.credential
  const origin = kind === 'session' && id !== null ? await findOrigin(ctx.db, id) : undefined
  await ctx.write(signOut)
  if (!origin) return null
  try {
    const provider = await getProvider(ctx, origin.provider_id)
    if (provider.kind !== 'oidc') return null
    const idToken = origin.id_token && ctx.secrets.open(origin.id_token)
    return await clients.signOutUrl(open(ctx, provider), { idToken, returnTo: `${ctx.site}/` })
  } catch (error) {
    ctx.log.warn({ reason: inWords(error) }, 'cannot sign out of the provider')
    return null
  }
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** The provider says that somebody signed out there: what began there ends here, on every node. */
export async function logOut(
  ctx: Steps,
  clients: OidcClients,
  { provider: code, token }: { provider: string; token: string },
): Promise<void> {
  const provider = await getEnabled(ctx, code)
  if (provider.kind !== 'oidc') throw notFound('provider', code)
  const counters = [counterOf(ctx, 'provider-logout')]
  await ctx.write((step) => countGuess(step, counters))
  const said = await clients
    .readLogoutToken(open(ctx, provider), token, ctx.now())
    .catch((error: unknown) => {
      throw invalid(`field "logout_token": ${inWords(error)}`)
    })
  const { sub, sid, nonce, events, iat = 0 } = said
  const isLogout = typeof events === 'object' && events !== null && EVENT in events
  if (!isLogout || nonce !== undefined) {
    throw invalid('field "logout_token": expected a token of Back-Channel Logout')
  }
  const session = typeof sid === 'string' ? sid : undefined
  const isKnown = provider.connection.kind === 'oidc' && provider.connection.subject === 'sub'
  const subject = isKnown ? sub : undefined
  if (session === undefined && subject === undefined) {
    throw invalid('field "logout_token": expected a session or a person')
  }
  await ctx.write(async (step) => {
    await takeBack(step, counters)
    await end(step, provider.id, { session, subject, before: iat })
  })
}

/** A token that is sent again does not end what was opened after it. */
async function end(
  ctx: Context,
  provider: string,
  wanted: { session: string | undefined; subject: string | undefined; before: number },
): Promise<void> {
  const { session, subject, before } = wanted
  const found = await listBegun(ctx, { provider, session, subject })
  await endSessions(ctx, found, new Date((before + 1) * 1000))
}

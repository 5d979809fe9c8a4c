import { invalid, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { countGuess, takeBack } from '../../access/guess-limits.ts'
import { endSessions, signOut } from '../../access/sessions.ts'
import { listBegun } from './identities.ts'
import type { OidcClients } from './oidc/clients.ts'
import { inWords } from './oidc/words.ts'
import type { LogoutRequest } from './saml/logout.ts'
import type { SamlSigners } from './saml/signers.ts'
import { getEnabled, getProvider, signOutPageOf } from './service.ts'
import type { Saml } from './settings-operations.ts'
import { counterOf, open, ownKeyOf, requireAddress, type Steps } from './sign-in.ts'
import { findOrigin, listByNameId, type SessionOrigin } from './store/identities.ts'
import type { ProviderRow } from './store/providers.ts'

/** Ends the local session in any case; returns the sign-out address of the provider. */
export async function signOutEverywhere(ctx: Steps, clients: OidcClients): Promise<string | null> {
  const { kind, id } = ctx.user.credential
  const origin = kind === 'session' && id !== null ? await findOrigin(ctx.db, id) : undefined
  await ctx.write(signOut)
  if (!origin) return null
  try {
    return await goodbyeOf(ctx, clients, origin)
  } catch (error) {
    ctx.log.warn({ reason: inWords(error) }, 'cannot sign out of the provider')
    return null
  }
}

async function goodbyeOf(
  ctx: Steps,
  clients: OidcClients,
  { provider_id, provider_session, id_token, name_id }: SessionOrigin,
): Promise<string | null> {
  const provider = await getProvider(ctx, provider_id)
  const { connection } = provider
  if (connection.kind === 'saml') {
    if (!name_id) return null
    const { logoutUrl } = await import('./saml/logout.ts')
    const own = ownKeyOf(ctx, provider)
    return logoutUrl(connection, {
      nameId: name_id,
      session: provider_session,
      own,
      now: ctx.now(),
    })
  }
  if (connection.kind !== 'oidc') return null
  const idToken = id_token && ctx.secrets.open(id_token)
  return clients.signOutUrl(open(ctx, provider), { idToken, returnTo: `${ctx.site}/` })
}

/** A signed request of a SAML provider, brought by the browser; returns where to send the answer. */
export async function answerLogout(
  ctx: Steps,
  signers: SamlSigners,
  { provider: code, query }: { provider: string; query: string },
): Promise<string | null> {
  const provider = await getEnabled(ctx, code)
  const { connection } = provider
  if (connection.kind !== 'saml') throw notFound('provider', code)
  requireAddress(ctx)
  const counters = [counterOf(ctx, 'provider-logout')]
  await ctx.write((step) => countGuess(step, counters))
  const { answerUrl, readLogoutRequest } = await import('./saml/logout.ts')
  const now = ctx.now()
  const address = signOutPageOf(ctx.site, code)
  const request = await signers
    .verifyWith({ ...provider, connection }, now, (certificates) =>
      readLogoutRequest(connection, query, { certificates, address, now }),
    )
    .catch((error: unknown) => {
      throw invalid(`field "query": ${inWords(error)}`)
    })
  await ctx.write(async (step) => {
    await takeBack(step, counters)
    await endNamed(step, { ...provider, connection }, request)
  })
  return answerUrl(connection, { request, own: ownKeyOf(ctx, provider), now })
}

/** For sessions of unknown origin only the person is known, if that is the NameID. */
async function endNamed(
  ctx: Context,
  { id, connection }: ProviderRow & { connection: Saml },
  { nameId, sessions, issuedAt }: LogoutRequest,
): Promise<void> {
  const named = await listByNameId(ctx.db, id, { nameId, sessions })
  const others =
    connection.attributes.subject === null
      ? await listBegun(ctx, { provider: id, subject: nameId, session: sessions[0] })
      : []
  await endSessions(ctx, [...named, ...others], new Date(issuedAt.getTime() + 1))
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** The provider reports a sign-out: ends the sessions that began there, on every node. */
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

/** A repeated token does not end sessions opened after it. */
async function end(
  ctx: Context,
  provider: string,
  wanted: { session: string | undefined; subject: string | undefined; before: number },
): Promise<void> {
  const { session, subject, before } = wanted
  const found = await listBegun(ctx, { provider, session, subject })
  await endSessions(ctx, found, new Date((before + 1) * 1000))
}

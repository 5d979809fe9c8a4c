import { AppError, invalid, notFound, unavailable } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { type Admission, admit, type Visitor } from '../../access/admission.ts'
import { type Counter, countGuess, takeBack } from '../../access/guess-limits.ts'
import { isOpen } from '../../access/sessions.ts'
import type { Method } from '../../access/sign-in-operations.ts'
import { findOrAdmit, linkByPerson } from './admission.ts'
import {
  type Attempt,
  newAttempt,
  saveAttempt,
  stateIn,
  type Taken,
  takeAttempt,
} from './attempts.ts'
import { type Count, type Directories, openDirectory } from './ldap/directories.ts'
import type { OidcClients, OidcProvider } from './oidc/clients.ts'
import { inWords } from './oidc/words.ts'
import { type Proof, type Refused, refuse, whoIs } from './profile.ts'
import { readCertificates } from './saml/certificates.ts'
import { type OwnKey, readOwnKey } from './saml/own-key.ts'
import { describe, requestIdOf, requestUrl } from './saml/request.ts'
import type { SamlSigners } from './saml/signers.ts'
import { callbackOf, getEnabled, getProvider, signOutPageOf } from './service.ts'
import { isLoopbackUrl, type Saml } from './settings-operations.ts'
import { insertOrigin } from './store/identities.ts'
import * as store from './store/providers.ts'

export type Steps = Context & {
  site: string
  address: string
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

type Begin = { provider: string; returnTo: string; asksAgain?: boolean; isLink?: boolean }

/** The address of the provider's sign-in, and the cookie for the return. */
export async function start(
  ctx: Steps,
  clients: OidcClients,
  { provider: code, returnTo, asksAgain = false, isLink = false }: Begin,
): Promise<{ url: string; attempt: Attempt }> {
  const provider = await getEnabled(ctx, code)
  if (provider.kind === 'ldap') throw invalid('this provider takes a login and a password')
  if (provider.kind === 'saml') requireAddress(ctx)
  const by = isLink ? linker(ctx) : { user_id: null, session_id: null }
  const attempt = newAttempt()
  const redirect_uri = callbackOf(ctx.site, code)
  await ctx.write((step) => countGuess(step, [counterOf(ctx)]))
  try {
    const url = await begin(ctx, clients, provider, {
      attempt,
      callback: redirect_uri,
      asksAgain,
    })
    await ctx.write((step) =>
      saveAttempt(step, attempt, {
        provider_id: provider.id,
        redirect_uri,
        return_to: returnTo,
        asks_again: asksAgain,
        ...by,
      }),
    )
    return { url, attempt }
  } catch (error) {
    throw await noteFailure(ctx, provider, error)
  }
}

type Begun = { attempt: Attempt; callback: string; asksAgain: boolean }

const begin = async (
  ctx: Steps,
  clients: OidcClients,
  provider: store.ProviderRow,
  { attempt, callback, asksAgain }: Begun,
): Promise<string> =>
  provider.connection.kind === 'saml'
    ? requestUrl(provider.connection, {
        ...{ attempt, callback, asksAgain },
        now: ctx.now(),
        own: ownKeyOf(ctx, provider),
      })
    : clients.begin(open(ctx, provider), attempt, { callback, asksAgain })

/** The key for signing requests and decrypting answers; undefined if there is none. */
export const ownKeyOf = (ctx: Context, { secret }: store.ProviderRow): OwnKey | undefined =>
  secret === null ? undefined : readOwnKey(ctx.secrets.open(secret))

/**
 * The provider answers to the address in the request. `Host` can be anything, and would let somebody receive the
 * answers about others.
 */
const hasAddress = ({ config, site }: Context & { site: string }): boolean =>
  config.KONTOR_PUBLIC_URL !== undefined || isLoopbackUrl(site)

export function requireAddress(ctx: Context & { site: string }): void {
  if (!hasAddress(ctx)) throw unavailable(NO_ADDRESS)
}

const NO_ADDRESS = 'SAML needs the public address of the server: set KONTOR_PUBLIC_URL'

/** A token has no browser that could return. */
function linker({ user: { id, credential } }: Context) {
  if (credential.kind !== 'session') throw invalid('accounts are linked in a browser')
  return { user_id: id, session_id: credential.id }
}

export type Ways = { clients: OidcClients; signers: SamlSigners }
type Finish = { provider: string; query: string; secret: string | undefined; visitor: Visitor }

/** Opens a session, or links the identity to the account that began. */
export async function finish(
  ctx: Steps,
  ways: Ways,
  { provider: code, query, secret, visitor }: Finish,
) {
  const taken = await ctx.write((step) => takeAttempt(step, { state: stateIn(query), secret }))
  const provider = await getEnabled(ctx, code)
  // Returned from another provider than it was sent to: a mix-up attack.
  if (provider.id !== taken.provider_id) throw refuse('attempt_unknown')
  let who: Refused = {}
  try {
    const proof = await read(ctx, ways, provider, { taken, query })
    who = whoIs(proof.profile)
    const admission = await ctx.write((step) => enter(step, visitor, { provider, proof, taken }))
    return { admission, returnTo: taken.return_to }
  } catch (error) {
    throw await noteFailure(ctx, provider, error, who)
  }
}

async function read(
  ctx: Steps,
  { clients, signers }: Ways,
  provider: store.ProviderRow,
  { taken: { attempt, redirect_uri }, query }: { taken: Taken; query: string },
): Promise<Proof> {
  const { connection } = provider
  if (connection.kind !== 'saml') {
    return clients.finish(open(ctx, provider), attempt, { redirectUri: redirect_uri, query })
  }
  // XML libraries are loaded on demand, because few servers need them.
  const { readResponse } = await import('./saml/response.ts')
  const now = ctx.now()
  const expected = { request: requestIdOf(attempt), callback: redirect_uri, now }
  const own = ownKeyOf(ctx, provider)
  return signers.verifyWith({ ...provider, connection }, now, (certificates) =>
    readResponse({ connection, certificates, own }, query, expected),
  )
}

type Entering = { provider: store.ProviderRow; proof: Proof; taken: Taken }

async function enter(
  ctx: Context,
  visitor: Visitor,
  { provider, proof, taken }: Entering,
): Promise<Admission | null> {
  const { profile } = proof
  if (taken.user_id !== null) {
    // A user who signed out meanwhile links nothing.
    if (!(await isOpen(ctx, taken.session_id))) throw refuse('attempt_unknown')
    await linkByPerson(ctx, provider, { profile, user: taken.user_id })
    return null
  }
  const { user, identity } = await findOrAdmit(ctx, provider, profile)
  const methods: Method[] = provider.rules.checksFactors
    ? ['provider', 'provider_factor']
    : ['provider']
  // Without a reported time, the authentication counts as recent only if the provider was told to ask again.
  const provenAt = proof.provenAt ?? (taken.asks_again ? ctx.now() : NEVER)
  const admission = await admit(ctx, { user, methods, provenAt }, visitor)
  if (admission.state === 'ok') {
    await insertOrigin(ctx.db, {
      session_id: admission.sessionId,
      identity_id: identity,
      provider_session: proof.session,
      id_token: proof.idToken && ctx.secrets.seal(proof.idToken),
      name_id: proof.nameId,
    })
  }
  await store.saveSuccess(ctx.db, provider.id, ctx.now())
  await takeBack(ctx, [counterOf(visitor)])
  return admission
}

const NEVER = new Date(0)

/** Every start costs the provider a request, so it is limited per address. */
export const counterOf = ({ address }: { address: string }, of = 'provider'): Counter => ({
  key: `${of}:${address}`,
  limit: { free: 50, forgivenPerMinute: 10 },
  isForgiven: false,
})

/** Administrators see the reason; the person sees what they can do. */
export async function noteFailure(
  ctx: Steps,
  provider: store.ProviderRow,
  error: unknown,
  who: Refused = {},
): Promise<unknown> {
  const isRefusal = error instanceof AppError && error.reason !== undefined
  if (error instanceof AppError && !isRefusal) return error
  const refused = isRefusal ? error : refuse(reasonOf(error), error)
  const text = inWords(refused)
  if (!isRefusal)
    ctx.log.warn({ provider: provider.code, text }, 'a sign-in with a provider failed')
  await ctx.write(async (step) => {
    // A mistyped password says nothing about the provider.
    if (refused.reason !== 'wrong_password') {
      await store.saveFailure(step.db, provider.id, { now: step.now(), text })
    }
    await step.emit({
      type: 'provider.sign_in_refused',
      object: `provider:${provider.id}`,
      data: { code: provider.code, reason: refused.reason, text, address: ctx.address, ...who },
    })
  })
  return new AppError(refused.code, refused.message, { reason: refused.reason ?? '' })
}

const reasonOf = (error: unknown) =>
  (error as { error?: unknown }).error === 'access_denied' ? 'provider_refused' : 'provider_failed'

export const open = (ctx: Context, { id, version, connection, secret }: store.ProviderRow) =>
  ({ id, version, connection, secret: secret && ctx.secrets.open(secret) }) as OidcProvider

/** What a SAML provider needs to know about this server. */
export async function describeTo(ctx: Context & { site: string }, code: string): Promise<string> {
  const provider = await getEnabled(ctx, code)
  const { connection } = provider
  if (connection.kind !== 'saml') throw notFound('provider', code)
  requireAddress(ctx)
  const addresses = {
    callback: callbackOf(ctx.site, code),
    signedOut: signOutPageOf(ctx.site, code),
  }
  return describe(connection, addresses, ownKeyOf(ctx, provider))
}

export async function testConnection(
  ctx: Context & { site: string },
  { clients, signers, directories }: Ways & { directories: Directories },
  id: string,
) {
  const provider = await getProvider(ctx, id)
  try {
    if (provider.kind === 'ldap') {
      return describeCount(await directories.count(openDirectory(ctx, provider)))
    }
    if (provider.connection.kind === 'saml') {
      const { connection } = provider
      const findings = await listSigners(signers, { ...provider, connection }, ctx.now())
      const isGood = hasAddress(ctx)
      return { isGood, findings: isGood ? findings : [{ isGood, text: NO_ADDRESS }, ...findings] }
    }
    const { issuer, keys, signsOut } = await clients.test(open(ctx, provider))
    const findings = [
      { isGood: true, text: `the provider calls itself ${issuer}` },
      { isGood: keys > 0, text: `it signs with ${keys} ${keys === 1 ? 'key' : 'keys'}` },
      { isGood: true, text: signsOut ? 'it can be signed out of' : 'it has no page to sign out' },
    ]
    return { isGood: keys > 0, findings }
  } catch (error) {
    return { isGood: false, findings: [{ isGood: false, text: inWords(error) }] }
  }
}

function describeCount({ people, isLimited, nameless }: Count) {
  const isGood = people > 0 || isLimited
  const most = isLimited
    ? ', and more: the directory lists no more at once, which does no harm, as people are looked for by name'
    : ''
  const others = nameless.length > 0 && {
    isGood: false,
    text: `${nameless.length} without the attribute that never changes, who cannot sign in: ${nameless.slice(0, 3).join('; ')}`,
  }
  const findings = [{ isGood, text: `people that are found: ${people}${most}` }]
  return { isGood, findings: others ? [...findings, others] : findings }
}

/** Only metadata is fetched. Pinned certificates count after their expiry, too. */
async function listSigners(
  signers: SamlSigners,
  provider: store.ProviderRow & { connection: Saml },
  now: Date,
) {
  const read = provider.connection.metadataUrl ? await signers.read(provider, now) : []
  return [...readCertificates(provider.connection), ...read].map(({ subject, validTo }) => {
    const isOver = Date.parse(validTo) < now.getTime()
    const name = subject.replaceAll('\n', ', ')
    const text = `signs with the certificate ${name}, ${isOver ? 'expired' : 'valid until'} ${validTo}`
    return { isGood: true, text }
  })
}

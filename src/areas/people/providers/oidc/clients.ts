import {
  createRemoteJWKSet,
  decodeJwt,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  customFetch as keyFetch,
} from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { OutsideCaller } from '../../../../platform/outside/caller.ts'
import type { Attempt } from '../attempts.ts'
import type { Proof } from '../profile.ts'
import type { Oidc } from '../settings-operations.ts'
import { type Claims, toProfile } from './claims.ts'

/** A provider with its decrypted secret. */
export type OidcProvider = { id: string; version: number; connection: Oidc; secret: string | null }

type Keys = { address: string; find: JWTVerifyGetKey }
type Known = { version: number; until: number; found: Promise<Configuration> }

/** Seconds per request, and milliseconds until the provider's metadata is read again. */
const TIMEOUT = 10
const FRESH = 60 * 60 * 1000
/** Keys are read again after this time; for an unknown key at most once a minute. */
const KEYS_FRESH = { cacheMaxAge: 10 * 60 * 1000, cooldownDuration: 60 * 1000 }

/** Seconds: a year. */
const ANY_AGE = 365 * 24 * 3600

/** Calls OpenID Connect providers, only through the guarded caller. */
export class OidcClients {
  readonly #outside: OutsideCaller
  readonly #known = new Map<string, Known>()
  readonly #keys = new Map<string, Keys>()

  constructor(outside: OutsideCaller) {
    this.#outside = outside
  }

  /** The authorization URL for the browser. */
  async begin(
    provider: OidcProvider,
    attempt: Attempt,
    { callback, asksAgain }: { callback: string; asksAgain: boolean },
  ): Promise<string> {
    const { scopes } = provider.connection
    // A provider that is asked for a maximum age must return the time of the sign-in.
    const maxAge = asksAgain ? 0 : (provider.connection.maxAge ?? ANY_AGE)
    const url = buildAuthorizationUrl(await this.#configuration(provider), {
      redirect_uri: callback,
      scope: scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      max_age: String(maxAge),
      ...(asksAgain && { prompt: 'login' }),
    })
    return url.href
  }

  /** Exchanges the callback of the browser for the person. */
  async finish(
    provider: OidcProvider,
    attempt: Attempt,
    { redirectUri, query }: { redirectUri: string; query: string },
  ): Promise<Proof> {
    try {
      return await this.#exchange(provider, attempt, new URL(`${redirectUri}?${query}`))
    } catch (error) {
      // Its keys or addresses may have changed.
      this.#known.delete(provider.id)
      throw error
    }
  }

  async #exchange(provider: OidcProvider, attempt: Attempt, address: URL): Promise<Proof> {
    const configuration = await this.#configuration(provider)
    const { maxAge } = provider.connection
    const tokens = await authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
      ...(maxAge !== null && { maxAge }),
    })
    const said: Claims = tokens.claims() ?? {}
    const isAsked = configuration.serverMetadata().userinfo_endpoint && !isComplete(provider, said)
    const more: Claims = isAsked
      ? await fetchUserInfo(configuration, tokens.access_token, String(said.sub))
      : {}
    return {
      profile: toProfile(provider.connection, said, more),
      session: typeof said.sid === 'string' ? said.sid : null,
      idToken: tokens.id_token ?? null,
      nameId: null,
      provenAt: typeof said.auth_time === 'number' ? new Date(said.auth_time * 1000) : undefined,
    }
  }

  /** The sign-out page of the provider; null if it has none. */
  async signOutUrl(
    provider: OidcProvider,
    { idToken, returnTo }: { idToken: string | null; returnTo: string },
  ): Promise<string | null> {
    const configuration = await this.#configuration(provider)
    if (!configuration.serverMetadata().end_session_endpoint) return null
    const parameters = {
      post_logout_redirect_uri: returnTo,
      ...(idToken !== null && { id_token_hint: idToken }),
    }
    return buildEndSessionUrl(configuration, parameters).href
  }

  /**
   * The content of a logout token, if the provider signed it for us and recently. Anybody can send one: keys are
   * fetched only for tokens that claim to be the provider's.
   */
  async readLogoutToken(provider: OidcProvider, token: string, now: Date): Promise<JWTPayload> {
    requireOwn(provider, decodeJwt(token))
    const { issuer, jwks_uri } = (await this.#configuration(provider)).serverMetadata()
    const { payload } = await jwtVerify(token, this.#keysAt(provider, jwks_uri), {
      issuer,
      audience: provider.connection.clientId,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'],
      requiredClaims: ['iat', 'exp', 'jti'],
      maxTokenAge: '5 minutes',
      clockTolerance: 30,
      currentDate: now,
    })
    return payload
  }

  #keysAt({ id }: OidcProvider, address: string | undefined): JWTVerifyGetKey {
    if (!address) throw new Error(NO_KEYS)
    const known = this.#keys.get(id)
    if (known?.address === address) return known.find
    const find = createRemoteJWKSet(new URL(address), {
      ...KEYS_FRESH,
      timeoutDuration: TIMEOUT * 1000,
      [keyFetch]: (url, { headers, method, signal }) =>
        this.#fetch(url, { method, headers: Object.fromEntries(headers), signal }),
    })
    this.#keys.set(id, { address, find })
    return find
  }

  /** What a provider supports; throws the problem. */
  async test(provider: OidcProvider): Promise<{ issuer: string; keys: number; signsOut: boolean }> {
    this.#known.delete(provider.id)
    const { issuer, end_session_endpoint } = (await this.#configuration(provider)).serverMetadata()
    const { keys } = await this.#fetchKeys(provider)
    return { issuer, keys: keys.length, signsOut: end_session_endpoint !== undefined }
  }

  async #fetchKeys(provider: OidcProvider): Promise<JSONWebKeySet> {
    const { jwks_uri } = (await this.#configuration(provider)).serverMetadata()
    if (!jwks_uri) throw new Error(NO_KEYS)
    const response = await this.#fetch(jwks_uri, { method: 'GET', headers: {} })
    const found = (await response.json()) as JSONWebKeySet
    if (!Array.isArray(found?.keys)) throw new Error('the keys of the provider cannot be read')
    return found
  }

  #configuration(provider: OidcProvider): Promise<Configuration> {
    const { id, version } = provider
    const known = this.#known.get(id)
    if (known && known.version === version && known.until > Date.now()) return known.found
    const found = this.#discover(provider)
    this.#known.set(id, { version, until: Date.now() + FRESH, found })
    found.catch(() => this.#known.delete(id))
    return found
  }

  /** Signatures of ID tokens are verified even though the connection is trusted. */
  async #discover({ connection, secret }: OidcProvider): Promise<Configuration> {
    const issuer = new URL(connection.issuer)
    const execute = [
      enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ]
    const fetch = this.#fetch
    return discovery(issuer, connection.clientId, secret ?? undefined, undefined, {
      execute,
      timeout: TIMEOUT,
      [customFetch]: fetch,
    })
  }

  readonly #fetch = async (
    url: string,
    { method, headers, body, signal }: FetchOptions,
  ): Promise<Response> => {
    const sent = body === undefined || body === null ? undefined : String(body)
    const answer = await this.#outside.send(url, {
      method,
      headers,
      signal: signal ?? AbortSignal.timeout(TIMEOUT * 1000),
      ...(sent !== undefined && { body: sent }),
    })
    const hasBody = ![204, 205, 304].includes(answer.status)
    return new Response(hasBody ? answer.text : null, answer)
  }
}

const NO_KEYS = 'the provider does not publish its keys'

function requireOwn({ connection }: OidcProvider, { iss = '', aud }: JWTPayload): void {
  const isIssuer = URL.canParse(iss) && new URL(iss).href === new URL(connection.issuer).href
  if (isIssuer && [aud].flat().includes(connection.clientId)) return
  throw new Error('the token is not of this provider or not for this client')
}

type FetchOptions = {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Whether the ID token alone identifies the person; many providers return more from user info. */
const isComplete = ({ connection }: OidcProvider, said: Claims): boolean =>
  said.email !== undefined && said[connection.groupsClaim] !== undefined

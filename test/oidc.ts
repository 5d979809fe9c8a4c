import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll } from 'vitest'

export const CLIENT = { id: 'kontor', secret: 'a secret that both sides know' }

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function listen(answer: () => Answer) {
  const server = createServer((request, response) => answer()(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  afterAll(stop)
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/**
 * A real OpenID Connect provider on a free port. It asks who somebody is with a page of its own, and believes
 * what they say.
 */
export async function startOidcProvider(site: () => string, code: string) {
  let answer: Answer = () => {}
  const { issuer, stop } = await listen(() => answer)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  const people = new Map<string, Record<string, unknown>>()
  const start = () => {
    const provider = new Provider(issuer, {
      jwks: { keys: [key] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${site()}/sign-in/${code}`],
          post_logout_redirect_uris: [`${site()}/`],
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'preferred_username', 'groups'],
      },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: () => '/who' },
      cookies: { keys: ['of tests'] },
      pkce: { required: () => true },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...people.get(accountId) }),
      }),
      loadExistingGrant: grantAll,
    })
    const respond = provider.callback()
    answer = (request, response) => {
      if (!request.url?.startsWith('/who')) return respond(request, response)
      void askWho(provider, request, response)
    }
  }
  return { issuer, stop, start, people }
}

async function askWho(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<form method="post"><label>Who are you? <input name="who"></label><button>Continue</button></form>',
    )
    return
  }
  const accountId = new URLSearchParams(await text(request)).get('who') ?? ''
  await provider.interactionFinished(request, response, { login: { accountId } })
}

type GrantContext = {
  oidc: {
    provider: {
      Grant: new (of: object) => { addOIDCScope(s: string): void; save(): Promise<void> }
    }
    client: { clientId: string }
    session: { accountId: string }
  }
}

async function grantAll({ oidc: { provider, client, session } }: GrantContext) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/**
 * A provider that says whatever a test wants it to say: `said` goes into the ID token, `signer` signs it,
 * `more` is what it answers when it is asked for more.
 */
export async function startLiar() {
  const [good, bad] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const keys = { keys: [{ ...(await exportJWK(good.publicKey)), kid: 'one', alg: 'RS256' }] }
  const liar = {
    issuer: '',
    said: {} as Record<string, unknown>,
    more: undefined as Record<string, unknown> | undefined,
    isForged: false,
    /** How often its keys were read. */
    keyReads: 0,
    metadata: {} as Record<string, unknown>,
    stop: () => {},
    sign: (claims: Record<string, unknown>, { isForged = false, kid = 'one' } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign((isForged ? bad : good).privateKey),
  }
  const json = (response: ServerResponse, body: unknown) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
  const answer: Answer = (request, response) => {
    const { issuer } = liar
    switch (new URL(request.url ?? '/', issuer).pathname) {
      case '/.well-known/openid-configuration':
        return json(response, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: liar.more && `${issuer}/me`,
          jwks_uri: `${issuer}/keys`,
          ...liar.metadata,
        })
      case '/keys':
        liar.keyReads++
        return json(response, keys)
      case '/me':
        return json(response, liar.more)
      default:
        void liar
          .sign(liar.said, liar)
          .then((id_token) =>
            json(response, { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token }),
          )
    }
  }
  const { issuer, stop } = await listen(() => answer)
  return Object.assign(liar, { issuer, stop })
}

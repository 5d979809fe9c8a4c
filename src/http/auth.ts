import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { badToken, forbidden } from '../lib/errors.ts'
import { type Caller, SYSTEM } from '../platform/caller.ts'

/** The caller of a request without credentials: may only use what is open to everybody. */
export const ANONYMOUS: Caller = {
  ...SYSTEM,
  login: 'anonymous',
  name: 'Anonymous',
  subjects: new Set(),
  isAdministrator: false,
}

export const SESSION_COOKIE = 'kontor_session'

/** Finds the user behind a secret; undefined when it is unknown, expired or revoked. */
export type Identify = {
  byToken(token: string): Promise<Caller | undefined>
  bySession(secret: string): Promise<Caller | undefined>
}

export async function authenticate(identify: Identify, request: FastifyRequest): Promise<Caller> {
  const token = readToken(request)
  if (token !== undefined) {
    const caller = await identify.byToken(token)
    if (!caller) throw badToken('the token is unknown, expired or revoked')
    return caller
  }
  const secret = parseCookie(request.headers.cookie ?? '')[SESSION_COOKIE]
  if (secret === undefined) return ANONYMOUS
  const caller = await identify.bySession(secret)
  if (!caller) return ANONYMOUS
  if (request.method !== 'GET' && request.method !== 'HEAD') checkSameOrigin(request)
  return caller
}

/** `Authorization: Bearer …`, then `X-Token`, then `Authorization` without a scheme. */
function readToken({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers
  const bearer = authorization && /^bearer\s+(.*)$/i.exec(authorization)?.[1]
  if (bearer !== undefined && bearer !== '') return bearer.trim()
  const legacy = headers['x-token']
  if (typeof legacy === 'string' && legacy !== '') return legacy.trim()
  return authorization ? authorization.trim() : undefined
}

/** A browser sends the session cookie by itself, so a write must come from our own pages. */
function checkSameOrigin({ headers, host }: FastifyRequest): void {
  const { origin } = headers
  const isOurs =
    origin === undefined
      ? headers['sec-fetch-site'] === 'same-origin'
      : URL.canParse(origin) && new URL(origin).host === host
  if (!isOurs) throw forbidden('a write with a session cookie must come from this site')
}

import { randomUUID } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { badToken, forbidden } from '../lib/errors.ts'
import { type Caller, SESSION_COOKIE, SYSTEM } from '../platform/caller.ts'

/** The caller of a request without credentials: may only call public operations. */
export const ANONYMOUS: Caller = {
  ...SYSTEM,
  login: 'anonymous',
  name: 'Anonymous',
  subjects: new Set(),
  isAdministrator: false,
}

/** Whether the site is reached by https; a proxy in front may end it. */
export const isSecure = ({ protocol }: FastifyRequest, site: string | undefined): boolean =>
  protocol === 'https' || site?.startsWith('https:') === true

/** With this prefix browsers keep a cookie to https and to this very host. */
export const cookieName = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name

export const readCookie = (
  request: FastifyRequest,
  name: string,
  site: string | undefined,
): string | undefined =>
  parseCookie(request.headers.cookie ?? '')[cookieName(name, isSecure(request, site))]

/** Finds the user of a credential; undefined if it is unknown, expired or revoked. */
export type Identify = {
  byToken(token: string): Caller | undefined | Promise<Caller | undefined>
  bySession(secret: string): Caller | undefined | Promise<Caller | undefined>
  /** The user an administrator views the system as; refused if the preview has ended. */
  byPreview(viewer: Caller, id: string): Promise<Caller>
  /** Records that a caller was answered, or why they were refused. */
  noteCall(caller: Caller, failure?: string): void
}

/** Synchronous for cached tokens, which is nearly always the case. */
export function authenticate(
  identify: Identify,
  request: FastifyRequest,
  site?: string,
): Caller | Promise<Caller> {
  const token = readToken(request)
  if (token === undefined) return bySession(identify, request, site)
  const found = identify.byToken(token)
  const orRefuse = (caller: Caller | undefined) => checkToken(caller, request)
  return found instanceof Promise ? found.then(orRefuse) : orRefuse(found)
}

/**
 * The header of calls that this process makes to its own address, so that tools of assistants reach the API. All
 * workers of a machine share the value, as any of them may answer.
 */
export const OWN_CALL = { name: 'kontor-own-call', value: randomUUID() as string }

function checkToken(caller: Caller | undefined, { url, headers }: FastifyRequest): Caller {
  if (!caller) throw badToken('the token is unknown, expired or revoked')
  const isElsewhere =
    caller.credential.connection?.audience === 'mcp' && !/^\/mcp([/?]|$)/.test(url)
  if (isElsewhere && headers[OWN_CALL.name] !== OWN_CALL.value) {
    throw badToken('the token is for /mcp only')
  }
  return caller
}

async function bySession(
  identify: Identify,
  request: FastifyRequest,
  site: string | undefined,
): Promise<Caller> {
  const secret = readCookie(request, SESSION_COOKIE, site)
  const caller = secret === undefined ? undefined : await identify.bySession(secret)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    checkOrigin(request, { isSession: caller !== undefined, site })
  }
  return caller ?? ANONYMOUS
}

/** `Authorization: Bearer …`, then `X-Token`, then `Authorization` without a scheme. */
export function readToken({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers
  const bearer = authorization && /^bearer\s+(.*)$/i.exec(authorization)?.[1]
  if (bearer !== undefined && bearer !== '') return bearer.trim()
  const legacy = headers['x-token']
  if (typeof legacy === 'string' && legacy !== '') return legacy.trim()
  return authorization ? authorization.trim() : undefined
}

/**
 * Browsers send the session cookie automatically, so a write must come from our own pages. So must a sign-in, or
 * another site could sign its visitor in as somebody else. Programs send no Origin.
 */
function checkOrigin(
  { headers, host }: FastifyRequest,
  { isSession, site }: { isSession: boolean; site: string | undefined },
): void {
  const { origin } = headers
  const isOurs =
    origin === undefined
      ? !isSession || headers['sec-fetch-site'] === 'same-origin'
      : URL.canParse(origin) && ownHosts(host, site).includes(new URL(origin).host)
  if (!isOurs) throw forbidden('a write without a token must come from a page of this site')
}

/**
 * `Host` is chosen by the caller, so it counts only on the machine itself if the address of the site is
 * configured. Otherwise people use any name or address of the machine.
 */
const ownHosts = (host: string, site: string | undefined): string[] => {
  if (site === undefined) return [host]
  return isLoopback(host) ? [new URL(site).host, host] : [new URL(site).host]
}

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host)

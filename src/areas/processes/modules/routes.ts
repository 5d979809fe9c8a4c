import { z } from 'zod'
import type { Body } from '../../../definitions/kinds.ts'
import type { RateLimit } from '../../../http/rate-limit.ts'
import { AppError, forbidden, notFound, unauthorized } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { type Caller, hasScope, NOT_FOR_GUESTS, SYSTEM } from '../../../platform/caller.ts'
import { type Context, type Platform, readContext, write } from '../../../platform/context.ts'
import type { Cause } from '../../../platform/events.ts'
import { type Chain, DEEPEST_OUTSIDE, namesOf, showChain } from '../../../platform/outside/chain.ts'
import { failureOf, type Work } from '../jobs/outcome.ts'
import { findScriptUser, requireUsual } from '../scripts/acting-user.ts'
import { findPlace, type RunProgram } from '../scripts/program.ts'
import { findModule, placeOf, tellFailure } from './module.ts'
import { isBusy, runSynchronously } from './synchronous.ts'

type RouteName = { module: string; code: string }

export type RouteRequest = {
  /** Absent = no token was sent. */
  caller?: Caller
  requestId: string
  /** Whose share of the threads it uses. */
  owner: string
  /** The chain of causes, if a script makes the request. */
  chain?: Chain | undefined
  /** Aborted when the caller disconnects. */
  left: AbortSignal
  method: string
  query: unknown
  headers: Record<string, unknown>
  body: string
}

export type RouteReply = { status: number; headers: Record<string, string>; body: string }

type Route = Body<'module'>['routes'][string]

type FoundRoute = RouteName & { route: Route; body: Body<'module'> }

export async function findRoute(platform: Platform, { module, code }: RouteName) {
  const ctx = readContext(platform, originOf(platform))
  const body = await findModule(ctx, module)
  const route = body && Object.hasOwn(body.routes, code) ? body.routes[code] : undefined
  if (!body || !route) throw notFound('route', `${module}/${code}`)
  return { module, code, route, body } satisfies FoundRoute
}

const originOf = ({ log }: Platform) => ({ user: SYSTEM, requestId: newId(), log })

/** Answers a request with a script of a module. */
export async function answerRoute(
  platform: Platform,
  { run, failures }: { run: RunProgram; failures: RateLimit },
  { module: name, code, route, body: module }: FoundRoute,
  { caller, requestId, owner, left, chain, ...request }: RouteRequest,
): Promise<RouteReply> {
  checkCall(route, caller, request.method)
  const cause = {
    template: `module:${name}/routes/${code}`,
    ...(chain ? { depth: chain.depth + 1, chain: chain.names } : { depth: 0 }),
  }
  const origin = { ...originOf(platform), requestId }
  const ctx = readContext(platform, origin)
  const inTransaction = <T>(act: (each: Context) => Promise<T>) => write(platform, origin, act)
  const answer = async (work: Work, signal: AbortSignal) => {
    checkChain(cause, chain)
    const source = module.scripts[route.script] ?? ''
    const { result } = await run(
      {
        ...{ source, called: route.function, threads: 'served', owner },
        ...{ context: {}, argument: request, answer: 'response' },
        place: await findPlace(ctx, source, placeOf(name)),
        ...{ cause, waiting: chain?.waiting ?? [] },
        findUser: () => findUser(ctx, module, caller),
      },
      work,
      { ctx, write: inTransaction, publicUrl: '', signal },
    )
    return toReply(result.response, result.isOurs === true)
  }
  const tell = async (error: unknown): Promise<never> => {
    if (left.aborted || isBusy(error)) throw error
    // Logs only the first failures of a minute, because anonymous callers must not fill the log.
    if (!failures.take(`${name}/${code}`).refusal) {
      const failure = failureOf(error)
      await inTransaction((each) =>
        tellFailure(each, { module: name, script: `routes/${code}`, failure }),
      )
    }
    if (error instanceof Loop) throw error
    throw new AppError('internal', 'the script of the route failed', { cause: error })
  }
  return runSynchronously({ write: inTransaction, module: name, code, left }, (work, signal) =>
    answer(work, signal).catch(tell),
  )
}

/** Reported to the caller too, which is a script of this server. */
class Loop extends AppError {}

/** A route that waits for itself would use one thread after another, and so would routes that call each other. */
function checkChain(cause: Cause, chain: Chain | undefined): void {
  const isWaiting = chain?.waiting.includes(cause.template)
  if (!isWaiting && cause.depth <= DEEPEST_OUTSIDE) return
  const names = showChain(namesOf(cause))
  throw new Loop('conflict', `scripts call one another without end: ${names}`)
}

/** Tokens only: a page of another site could use the session of its visitor. */
function checkCall(route: Route, caller: Caller | undefined, method: string): void {
  if (!route.methods.some((each) => each === method)) {
    throw new AppError('method_not_allowed', `expected ${route.methods.join(' or ')}`)
  }
  if (route.access === 'public') return
  if (!caller) throw unauthorized('this needs a token')
  if (caller.isGuest) throw forbidden(NOT_FOR_GUESTS)
  if (!hasScope(caller.credential, 'bpm', true)) throw forbidden('the token lacks bpm:write')
}

/** With the rights of the module's user, or those of the token. */
const findUser = async (
  ctx: Context,
  { scriptUser: named }: Body<'module'>,
  caller: Caller | undefined,
): Promise<Caller> =>
  named === undefined
    ? requireUsual(caller, { named, owner: 'module', did: 'calls the route' })
    : findScriptUser(ctx, { named, author: '' })

const Response = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

/** Headers that describe the content, and none that affect the site. */
const ALLOWED =
  /^(content-type|content-disposition|cache-control|expires|etag|last-modified|location|retry-after|access-control-[a-z-]+|x-[a-z0-9-]+)$/

/** Headers for proxies, and those the server sets itself. */
const FORBIDDEN =
  /^x-(accel-.*|sendfile.*|lighttpd-.*|reproxy-.*|content-type-options|frame-options|request-id|forwarded-.*)$/

/** An `HttpResponse`; anything else is sent as JSON. */
function toReply(response: unknown, isOurs: boolean): RouteReply {
  if (response === null) return { status: 200, headers: {}, body: '' }
  const { data } = isOurs ? Response.safeParse(response) : {}
  if (!data) {
    const headers = { 'content-type': 'application/json' }
    return { status: 200, headers, body: JSON.stringify(response) }
  }
  const headers = Object.entries(data.headers)
    .map(([key, value]) => [key.toLowerCase(), value.replaceAll(/[^\t\x20-\x7e]/g, '')] as const)
    .filter(([key]) => ALLOWED.test(key) && !FORBIDDEN.test(key))
  return { ...data, headers: Object.fromEntries(headers) }
}

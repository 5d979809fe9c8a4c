import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../areas/forms/proof.ts'
import { answerRoute, findRoute, type RouteRequest } from '../areas/processes/modules/routes.ts'
import type { RunProgram } from '../areas/processes/scripts/program.ts'
import { authenticate, type Identify, readToken } from '../http/auth.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { AppError, forbidden } from '../lib/errors.ts'
import type { Caller } from '../platform/caller.ts'
import type { Platform } from '../platform/context.ts'
import { CHAIN, readChain } from '../platform/outside/chain.ts'

type Shared = { platform: Platform; identify: Identify; strangers: RateLimit; run: RunProgram }

/** Characters of a body that a script can read. */
const LARGEST = 1024 ** 2

/** Failures of a route that are logged per minute. */
const TOLD = 3

/** Credentials of Kontor are not passed to scripts. */
const OWN = ['cookie', 'x-token', CHAIN]

/** Responses of scripts never run as part of the console: they are data, whatever their content type. */
const DATA = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Content that a page could load and run. */
const PARTS = /^(script|style|worker|sharedworker|serviceworker|.*worklet)$/

/** The second path is used by programs of ELMA365. */
const ADDRESSES = ['/modules/:module/:code', '/api/extensions/:module/script/:code']

type Called = { Params: { module: string; code: string } }

/** Requests that scripts of modules answer. */
export function addModuleRoutes(server: FastifyInstance, shared: Shared): void {
  const { platform, run, identify } = shared
  const failures = new RateLimit(TOLD, platform.now)
  const admit = admission(shared)
  void server.register((place, _, done) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    const route = {
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      bodyLimit: LARGEST,
      handler: async (request: FastifyRequest<Called>, reply: FastifyReply) => {
        request.operation = 'modules.route'
        if (PARTS.test(String(request.headers['sec-fetch-dest'] ?? ''))) {
          throw forbidden('an answer of a module is no part of a page')
        }
        const found = await findRoute(platform, request.params)
        const isPublic = found.route.access === 'public'
        const caller = await admit(request, isPublic)
        const chain = readChain(platform, request.headers)
        const asked = { ...toAsked(request, isPublic), ...(caller && { caller }), chain }
        const note = (why?: string) => caller && identify.noteCall(caller, why)
        const answer = await answerRoute(platform, { run, failures }, found, asked).catch(
          (error: unknown) => {
            const why = error instanceof AppError ? error.message : 'internal error'
            note(`${request.method} /modules/${found.module}/${found.code}: ${why}`)
            throw error
          },
        )
        note()
        return reply
          .code(answer.status)
          .headers({ 'content-type': 'text/plain; charset=utf-8', ...answer.headers, ...DATA })
          .send(answer.body)
      },
    }
    for (const url of ADDRESSES) place.route<Called>({ ...route, url })
    done()
  })
}

/** Headers that would break a response if a script echoes them. */
const withoutPrototype = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== '__proto__'))

/** The request for a script; for a public route with all credentials the caller sent. */
function toAsked(request: FastifyRequest, isPublic: boolean): Omit<RouteRequest, 'caller'> {
  const { method, contentType } = request
  const query = withoutPrototype(request.query as object)
  const own = isPublic ? OWN : [...OWN, 'authorization']
  const headers = {
    ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !own.includes(name))),
    ...(contentType !== undefined && { 'content-type': contentType }),
  }
  const body = typeof request.body === 'string' ? request.body : ''
  return {
    ...{ requestId: request.id, method, query, headers, body },
    ...{ owner: networkOf(request.ip), left: request.running.left() },
  }
}

/**
 * The caller by token; sessions are ignored, because pages of other sites could use them. Public routes ignore
 * tokens, which may belong to other systems.
 */
function admission({ platform, identify, strangers }: Shared) {
  const { KONTOR_RATE_LIMIT } = platform.config
  const limit = KONTOR_RATE_LIMIT ? new RateLimit(KONTOR_RATE_LIMIT, platform.now) : undefined
  return async (request: FastifyRequest, isPublic: boolean): Promise<Caller | undefined> => {
    const stranger = () => strangers.take(networkOf(request.ip)).refusal
    if (isPublic || readToken(request) === undefined) {
      const refusal = stranger()
      if (refusal) throw refusal
      return undefined
    }
    try {
      const caller = await authenticate(identify, request)
      request.caller = caller
      const refusal = limit?.take(caller.id).refusal
      if (refusal) throw refusal
      return caller
    } catch (error) {
      throw stranger() ?? error
    }
  }
}

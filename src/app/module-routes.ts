import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../areas/forms/proof.ts'
import { answerRoute } from '../areas/processes/modules/routes.ts'
import type { RunProgram } from '../areas/processes/scripts/program.ts'
import { authenticate, type Identify, readToken } from '../http/auth.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Caller } from '../platform/caller.ts'
import type { Platform } from '../platform/context.ts'

type Shared = { platform: Platform; identify: Identify; strangers: RateLimit; run: RunProgram }

/** Characters of a body: what a script can read. */
const LARGEST = 1024 ** 2

/** Credentials are for the server, not for scripts. */
const OWN = ['authorization', 'cookie', 'x-token']

/** What scripts write never runs in the console's place: it is data, whatever it says it is. */
const DATA = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Requests that scripts of modules answer. */
export function addModuleRoutes(server: FastifyInstance, shared: Shared): void {
  const { platform, strangers, run } = shared
  void server.register((place, _, done) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    place.route<{ Params: { module: string; code: string } }>({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/modules/:module/:code',
      bodyLimit: LARGEST,
      handler: async (request, reply) => {
        request.operation = 'modules.route'
        const caller = await callerOf(shared, request)
        if (!caller) {
          const { refusal } = strangers.take(networkOf(request.ip))
          if (refusal) throw refusal
        }
        const { params, method, query } = request
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => !OWN.includes(name)),
        )
        const body = typeof request.body === 'string' ? request.body : ''
        const answer = await answerRoute(platform, run, {
          ...{ ...params, ...(caller && { caller }), method, query, headers, body },
        })
        return reply
          .code(answer.status)
          .headers({ 'content-type': 'text/plain; charset=utf-8', ...DATA, ...answer.headers })
          .send(answer.body)
      },
    })
    done()
  })
}

/** Sessions do not count: a page of another site could use them. */
const callerOf = async (
  { identify }: Shared,
  request: FastifyRequest,
): Promise<Caller | undefined> =>
  readToken(request) === undefined ? undefined : authenticate(identify, request)

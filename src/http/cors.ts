import type { FastifyInstance } from 'fastify'
import { varyBy } from './vary.ts'

/** The headers that pages of other origins may read. */
const EXPOSED = [
  'etag',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-request-id',
].join(', ')

/**
 * Lets pages of the given origins call the API with a token; `*` stands for every origin. Cookies
 * are never accepted from elsewhere, so credentials are not allowed.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const isOpen = origins.includes('*')
  server.addHook('onRequest', async ({ headers, method }, reply) => {
    varyBy(reply, 'origin')
    const { origin } = headers
    if (origin === undefined || !(isOpen || origins.includes(origin))) return
    reply.header('access-control-allow-origin', isOpen ? '*' : origin)
    reply.header('access-control-expose-headers', EXPOSED)
    if (method !== 'OPTIONS' || !headers['access-control-request-method']) return
    const asked = headers['access-control-request-headers']
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    if (asked) reply.header('access-control-allow-headers', asked)
    await reply.header('access-control-max-age', '600').code(204).send()
  })
}

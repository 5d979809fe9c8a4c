import type { FastifyReply } from 'fastify'

/** Tells caches that the answer depends on this header of the request, too. */
export function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? header : `${known}, ${header}`)
}

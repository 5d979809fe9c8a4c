import type { FastifyInstance } from 'fastify'
import { LONGEST_ANSWER } from '../areas/people/providers/operations.ts'
import { showPosted } from '../http/console.ts'

/**
 * SAML providers make the browser post their answer. It is passed to our page, which sends it to an operation from
 * our own site, so that the cookie of the attempt need not be sent by other sites.
 */
export function addPostedSignIns(server: FastifyInstance): void {
  void server.register((place, _, done) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', { parseAs: 'string' }, (__, body, parsed) => parsed(null, body))
    place.post('/sign-in/:provider', { bodyLimit: LONGEST_ANSWER }, (request, reply) => {
      request.operation = 'providers.posted'
      return showPosted(reply, typeof request.body === 'string' ? request.body : '')
    })
    done()
  })
}

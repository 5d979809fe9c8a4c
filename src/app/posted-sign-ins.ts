import type { FastifyInstance } from 'fastify'
import { LONGEST_ANSWER } from '../areas/people/providers/operations.ts'
import { showPosted } from '../http/console.ts'

/**
 * Providers of SAML have the browser post their answer. It is only handed to the page, which sends it to an operation
 * from our own site: so the cookie of the attempt need not be one that other sites have sent.
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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config.ts'
import { VERSION } from '../platform/version.ts'
import { renderPage, STRICT, sendPage } from './html.ts'

/** The first screen: what this is, whether it is well, where to go. */
export function addHome(server: FastifyInstance, config: Config): void {
  server.get('/', async (request, reply) => {
    const values = { version: VERSION, address: addressOf(request, config) }
    return sendPage(reply, await renderPage('home.html', values), STRICT)
  })
}

/** As the visitor sees it, unless the operator says how the server is reached. */
const addressOf = ({ protocol, host }: FastifyRequest, { KONTOR_PUBLIC_URL: given }: Config) =>
  given?.replace(/\/+$/, '') ?? `${protocol}://${host}`

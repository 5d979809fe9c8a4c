import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { registerItself } from '../areas/access/oauth/clients.ts'
import { exchange, revoke } from '../areas/access/oauth/exchange.ts'
import { describeResource, describeServer } from '../areas/access/oauth/metadata.ts'
import { withCredentials } from '../areas/access/oauth/program.ts'
import { refuse } from '../areas/access/oauth/refusal.ts'
import { parseText } from '../http/body.ts'
import { parseFields, SMALL_BODY } from '../http/body-limits.ts'
import { showConsole } from '../http/console.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { fromFastify } from '../http/refusals.ts'
import { AppError } from '../lib/errors.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { type Context, type Platform, write } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { siteOf } from './site.ts'

type Options = { config: Config; platform: Platform }

/** Per address and minute: a company behind one address may have hundreds of programs. */
const MOST_REQUESTS = 300

/**
 * OAuth endpoints: forms instead of JSON, and OAuth errors. The consent page is part of the console and uses
 * ordinary operations.
 */
export function addOAuth(server: FastifyInstance, options: Options): void {
  const { config } = options
  server.get('/oauth/authorize', async (_, reply) => showConsole(reply))
  const describe = (path: string, document: (site: string) => object) =>
    server.get(`/.well-known/${path}`, async (request, reply) =>
      reply.headers({ 'access-control-allow-origin': '*' }).send(document(siteOf(request, config))),
    )
  describe('oauth-authorization-server', (site) =>
    describeServer(site, config.KONTOR_OAUTH_REGISTRATION))
  describe('oauth-protected-resource', (site) => describeResource(site, 'api'))
  if (config.KONTOR_MCP !== 'off') {
    describe('oauth-protected-resource/mcp', (site) => describeResource(site, 'mcp'))
  }
  void server.register((place, _, done) => {
    addEndpoints(place, options)
    done()
  })
}

function addEndpoints(server: FastifyInstance, { config, platform }: Options): void {
  const limit = new RateLimit(MOST_REQUESTS, platform.now)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: SMALL_BODY }, (_, body, done) =>
    done(null, body),
  )
  const add = (name: string, act: (ctx: Context, request: FastifyRequest) => Promise<Answer>) =>
    server.route({
      method: 'POST',
      url: `/oauth/${name}`,
      bodyLimit: SMALL_BODY,
      onRequest: async (request) => {
        request.operation = `oauth.${name}`
        const { refusal } = limit.take(request.ip)
        if (refusal) throw refusal
      },
      errorHandler: sendRefusal,
      handler: async (request, reply) => {
        const origin = { user: SYSTEM, requestId: request.id, log: request.log as Log }
        const answer = await write(platform, origin, (ctx) => act(ctx, request))
        if (answer instanceof AppError) throw answer
        return reply.code(answer.status ?? 200).send(answer.body)
      },
    })
  add('token', async (ctx, request) => {
    const issued = await exchange(ctx, siteOf(request, config), readProgram(request))
    return issued instanceof AppError ? issued : { body: issued }
  })
  add('revoke', async (ctx, request) => {
    await revoke(ctx, readProgram(request))
    return { body: {} }
  })
  add('register', async (ctx, request) => {
    const { client_name, redirect_uris } = readClient(request.body)
    const wanted = { name: client_name, redirects: redirect_uris }
    const client = await registerItself(ctx, wanted, request.ip)
    const body = {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
    return { status: 201, body }
  })
}

/** A returned refusal is sent after the commit. */
type Answer = { status?: number; body: object } | AppError

const readProgram = (request: FastifyRequest) =>
  withCredentials(readForm(request), request.headers.authorization)

function readForm({ body, contentType = '' }: FastifyRequest): Partial<Record<string, string>> {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) {
    throw refuse('invalid_request', 'expected the content type application/x-www-form-urlencoded')
  }
  const form = parseFields(String(body ?? ''))
  const names = form.map(([name]) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw refuse('invalid_request', `"${twice}" is given twice`)
  return Object.fromEntries(form.filter(([, value]) => value !== ''))
}

/** Other metadata of programs is ignored. */
const Client = z.object({
  client_name: z.string().trim().min(1).max(200).default('Unnamed program'),
  redirect_uris: z.array(z.string().max(1000)).min(1).max(20),
})

function readClient(body: unknown): z.output<typeof Client> {
  let given: unknown
  try {
    given = parseText(String(body ?? ''), 'the body')
  } catch (error) {
    throw refuse('invalid_client_metadata', (error as Error).message)
  }
  const parsed = Client.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const isRedirect = issue?.path[0] === 'redirect_uris'
  throw refuse(
    isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    `"${issue?.path.join('.')}": ${issue?.message}`,
  )
}

function sendRefusal(cause: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = fromFastify(cause, request)
  const { status, error: reason, message } = describeError(error)
  if (status >= 500) request.log.error({ err: error }, 'a request of a program failed')
  if (status === 401) reply.header('www-authenticate', 'Basic realm="kontor"')
  if (error instanceof AppError && error.retryAfter !== undefined) {
    reply.header('retry-after', String(Math.ceil(error.retryAfter)))
  }
  void reply
    .code(status)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ error: reason, error_description: message }))
}

function describeError(error: unknown): { status: number; error: string; message: string } {
  if (error instanceof AppError) {
    const { code, reason = 'invalid_request', message } = error
    if (code === 'too_large') return { status: 413, error: reason, message }
    if (code === 'too_many') return { status: 429, error: 'temporarily_unavailable', message }
    if (code === 'forbidden') return { status: 403, error: reason, message }
    return { status: reason === 'invalid_client' ? 401 : 400, error: reason, message }
  }
  const { statusCode: status = 500, message } = error as { statusCode?: number; message: string }
  if (status < 500) return { status, error: 'invalid_request', message }
  return { status: 500, error: 'server_error', message: 'unexpected error, see the server log' }
}

import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, type Identify, readToken } from '../http/auth.ts'
import { AppError } from '../lib/errors.ts'
import { connectTo } from '../mcp/connect.ts'
import type { Caller } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { VERSION } from '../platform/version.ts'

type Options = {
  config: Config
  identify: Identify
  /** Where the server itself can be reached. */
  address(): string
}

/**
 * Assistants speak the Model Context Protocol here. Each tool calls operations of this server over
 * HTTP with the token of the request: rights, scopes, limits, events and logs are those of any caller.
 */
export function addMcp(server: FastifyInstance, options: Options): void {
  const { config, identify } = options
  if (config.KONTOR_MCP === 'off') return
  let handler: Promise<McpHttpHandler> | undefined
  server.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    onRequest: async (request) => {
      request.operation = 'mcp'
      checkOrigin(request, config)
      if (readToken(request) === undefined) throw missing()
      request.caller = await authenticate(identify, request, config.KONTOR_PUBLIC_URL)
    },
    // Clients tell the eras of the protocol apart by the form of errors: never by problem details.
    errorHandler: (error, request, reply) => sendRefusal(error, request, reply),
    handler: async (request, reply) => {
      handler ??= loadHandler(options)
      const response = await (await handler).fetch(toWeb(request), {
        ...(request.body !== undefined && { parsedBody: request.body }),
        authInfo: authInfoOf(request),
      })
      return send(reply, response)
    },
  })
}

/** The library is loaded by the first assistant: most servers start without one. */
async function loadHandler({ config, address }: Options): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  const { buildMcpServer } = await import('../mcp/server.ts')
  return createMcpHandler(({ authInfo, requestInfo }) => {
    const caller = authInfo?.extra?.caller as Caller
    const log = authInfo?.extra?.log as FastifyRequest['log']
    return buildMcpServer(connectTo(address(), authInfo?.token), {
      mode: config.KONTOR_MCP === 'read' ? 'read' : 'on',
      version: VERSION,
      note: (call) => {
        const client = requestInfo?.headers.get('user-agent') ?? ''
        log.info(
          { ...call, user: caller.login, token: caller.credential.id, client },
          'tool called',
        )
      },
    })
  })
}

const missing = () =>
  new AppError('unauthorized', 'send a token of yours as "Authorization: Bearer <token>"')

/** The library refuses tokens without an end. */
const FAR = 4_102_444_800

const authInfoOf = (request: FastifyRequest) => ({
  token: readToken(request) ?? '',
  clientId: request.caller.credential.id ?? 'token',
  scopes: [...(request.caller.credential.scopes ?? ['*:write'])],
  expiresAt: Math.floor((request.caller.credential.expiresAt?.getTime() ?? FAR * 1000) / 1000),
  extra: { caller: request.caller, log: request.log },
})

/** Browsers of other sites have no business here, whatever token they got hold of. */
function checkOrigin({ headers, host }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (origin === undefined) return
  const allowed = [...config.KONTOR_CORS_ORIGINS]
  const isOurs = URL.canParse(origin) && new URL(origin).host === host && isKnown(host, config)
  if (isOurs || allowed.includes(origin) || allowed.includes('*')) return
  throw new AppError('forbidden', `pages of ${origin} may not call this server`)
}

/** A name that anybody can make point here proves nothing: only the configured one, or an address. */
function isKnown(host: string, { KONTOR_PUBLIC_URL: site }: Config): boolean {
  const { hostname } = new URL(`http://${host}`)
  if (site !== undefined && new URL(site).host === host) return true
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

function toWeb(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(', '))
  }
  headers.set('content-type', request.contentType ?? 'application/json')
  const hasBody = request.method === 'POST'
  return new Request(`http://${request.host}${request.url}`, {
    method: request.method,
    headers,
    signal: request.running.left(),
    ...(hasBody && { body: JSON.stringify(request.body ?? null) }),
  })
}

function send(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  if (!response.body) return reply.send()
  return reply.send(Readable.fromWeb(response.body as ReadableStream))
}

const STATUS: Partial<Record<string, number>> = {
  unauthorized: 401,
  bad_token: 401,
  forbidden: 403,
  too_large: 413,
}

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isKnown = error instanceof AppError
  if (!isKnown) request.log.error({ err: error }, 'a request of an assistant failed')
  const status = isKnown
    ? (STATUS[error.code] ?? 400)
    : ((error as { statusCode?: number }).statusCode ?? 500)
  const message =
    isKnown || status < 500 ? (error as Error).message : 'unexpected error, see the server log'
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="kontor"')
  const code = status === 400 ? PARSE_ERROR : REFUSED
  void reply
    .code(status)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))
}

const PARSE_ERROR = -32_700
const REFUSED = -32_600

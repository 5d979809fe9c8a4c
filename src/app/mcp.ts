import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, type Identify, OWN_CALL, readToken } from '../http/auth.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { fromFastify } from '../http/refusals.ts'
import { AppError } from '../lib/errors.ts'
import { connectTo } from '../mcp/connect.ts'
import { isProcessTool, PROCESS_SCOPE, processTools } from '../mcp/process-tools.ts'
import type { Call } from '../mcp/server.ts'
import type { Mode } from '../mcp/tool.ts'
import { type Caller, type Credential, covers } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { type Platform, write } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { VERSION } from '../platform/version.ts'
import { findSite, isKnownHost } from './site.ts'

type Options = {
  config: Config
  identify: Identify
  /** The address where the server itself can be reached. */
  address(): string
  platform: Platform
}

/**
 * Assistants speak the Model Context Protocol here. Each tool calls operations of this server over
 * HTTP with the token of the request: rights, scopes, limits, events and logs are those of any caller.
 */
export function addMcp(server: FastifyInstance, options: Options): void {
  const { config, identify, platform } = options
  if (config.KONTOR_MCP === 'off') return
  const { KONTOR_RATE_LIMIT: most } = config
  const limit = most > 0 ? new RateLimit(most, platform.now) : undefined
  let handler: Promise<McpHttpHandler> | undefined
  server.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    bodyLimit: Math.min(config.KONTOR_BODY_LIMIT, LARGEST_CALL),
    onRequest: async (request) => {
      request.operation = 'mcp'
      checkOrigin(request, config)
      try {
        if (readToken(request) === undefined) throw missing()
        request.caller = await authenticate(identify, request, config.KONTOR_PUBLIC_URL)
        if (modeOf(config, request.caller) === 'off') throw notForAssistants()
      } catch (error) {
        // Calls with a valid token are limited like those of the operations they use.
        throw limit?.take(request.ip).refusal ?? error
      }
    },
    // Clients detect the version of the protocol by the form of errors, so problem details must not be used.
    errorHandler: (error, request, reply) =>
      sendRefusal(fromFastify(error, request), request, reply, config),
    handler: async (request, reply) => {
      handler ??= loadHandler(options)
      await checkScope(request)
      const response = await (await handler).fetch(toWeb(request), {
        ...(request.body !== undefined && { parsedBody: request.body }),
        authInfo: authInfoOf(request),
      })
      return send(reply, response)
    },
  })
}

/** The library is loaded for the first assistant: most servers have none. */
async function loadHandler({
  config,
  address,
  identify,
  platform,
}: Options): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  const { buildMcpServer } = await import('../mcp/server.ts')
  return createMcpHandler(async ({ authInfo, requestInfo }) => {
    const { caller, log, requestId, about } = (authInfo?.extra ?? {}) as Extra
    const connect = connectTo(address(), authInfo?.token, { [OWN_CALL.name]: OWN_CALL.value })
    const mode = modeOf(config, caller)
    return buildMcpServer(connect, {
      mode,
      version: VERSION,
      more: mode === 'on' && isAboutProcesses(about) ? await processTools(connect()) : [],
      mayUse: ({ scope }) => mayUse(caller.credential, scope),
      ...(about.method === 'tools/call' && { called: about.params?.name }),
      note: (call) => {
        identify.noteCall(
          caller,
          call.failure === null ? undefined : `${call.tool}: ${call.failure}`,
        )
        return note(platform, { caller, log, requestId, requestInfo, call })
      },
    })
  })
}

/** The narrower of what the company and the token allow; scopes are checked by each call. */
function modeOf(config: Config, { credential }: Caller): Mode {
  const { assistants = 'on' } = credential
  return assistants === 'on' && config.KONTOR_MCP === 'read' ? 'read' : assistants
}

/** Asks for missing scopes only if the program may write at all. */
const mayUse = (credential: Credential, scope: string | undefined): boolean =>
  scope === undefined ||
  covers(credential, scope) ||
  (credential.connection !== undefined && mayChange(credential))

const mayChange = ({ scopes }: Credential): boolean =>
  scopes === null || scopes.some((each) => each.endsWith(':write'))

/** Only these requests need the list of process tools. */
const isAboutProcesses = ({ method, params }: Message): boolean =>
  method === 'tools/list' || (method === 'tools/call' && isProcessTool(params?.name))

type Message = { method?: unknown; params?: { name?: unknown } }
type Extra = { caller: Caller; log: Log; requestId: string; about: Message }
type Noted = Omit<Extra, 'about'> & {
  requestInfo: Request | undefined
  call: Call
}

/** In the log of the server and in the audit log. */
async function note(platform: Platform, noted: Noted): Promise<void> {
  const { caller, log, requestId, requestInfo, call } = noted
  const { id, connection } = caller.credential
  const client = connection?.client ?? requestInfo?.headers.get('user-agent') ?? ''
  log.info({ ...call, user: caller.login, token: id, client }, 'tool called')
  const failure = call.failure?.slice(0, 500) ?? null
  const data = { user: caller.id, tool: call.tool, client: client.slice(0, 300), failure }
  const event = { type: 'assistant.called', object: `assistant:${id}`, data } as const
  // The call is done: an error here must not make the assistant repeat it.
  await write(platform, { user: caller, requestId, log }, (ctx) => ctx.emit(event)).catch(
    (err: unknown) => log.error({ err }, 'a call of an assistant could not be noted'),
  )
}

/**
 * A program that may write is told of a missing scope before the call, so that it can ask the person for it. If
 * the person allowed only reading, or lacks a right, the tool answers so.
 */
async function checkScope({ caller, body }: FastifyRequest): Promise<void> {
  const { credential } = caller
  const { method, params } = (body ?? {}) as Message
  if (!credential.connection || !mayChange(credential) || method !== 'tools/call') return
  const { TOOLS } = await import('../mcp/server.ts')
  const scope = isProcessTool(params?.name)
    ? PROCESS_SCOPE
    : TOOLS.find(({ name }) => name === params?.name)?.scope
  if (scope === undefined || covers(credential, scope)) return
  throw new InsufficientScope([...(credential.scopes ?? []), scope])
}

class InsufficientScope extends AppError {
  readonly scopes: readonly string[]
  constructor(scopes: readonly string[]) {
    super('forbidden', `this needs the scope "${scopes.at(-1)}": ask the person for it`)
    this.scopes = scopes
  }
}

/** How a program without a token gets one (RFC 9728). */
function challenge(error: unknown, request: FastifyRequest, config: Config): string {
  const site = findSite(request, config)
  const isMore = error instanceof InsufficientScope
  const isWrong = readToken(request) !== undefined
  const parts = {
    ...(isWrong && { error: isMore ? 'insufficient_scope' : 'invalid_token' }),
    ...(site !== undefined && { resource_metadata: metadataAt(site) }),
    scope: isMore
      ? error.scopes.join(' ')
      : config.KONTOR_MCP === 'read'
        ? '*:read'
        : '*:read *:write',
  }
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

const metadataAt = (site: string) => `${site}/.well-known/oauth-protected-resource/mcp`

const missing = () =>
  new AppError('unauthorized', 'send a token of yours as "Authorization: Bearer <token>"')

const notForAssistants = () => new AppError('forbidden', 'this token is not for assistants')

/** The text of a file with a million characters of any alphabet. */
const LARGEST_CALL = 4 * 1024 ** 2

/** The library requires tokens to expire. */
const FAR = 4_102_444_800

const authInfoOf = (request: FastifyRequest) => ({
  token: readToken(request) ?? '',
  clientId: request.caller.credential.id ?? 'token',
  scopes: [...(request.caller.credential.scopes ?? ['*:write'])],
  expiresAt: Math.floor((request.caller.credential.expiresAt?.getTime() ?? FAR * 1000) / 1000),
  extra: {
    caller: request.caller,
    log: request.log,
    requestId: request.id,
    about: (request.body ?? {}) as Message,
  },
})

/** Requests from other sites' pages are refused, whatever token they have. */
function checkOrigin({ headers, host }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (origin === undefined) return
  const allowed = [...config.KONTOR_CORS_ORIGINS]
  const isOurs = URL.canParse(origin) && new URL(origin).host === host && isKnownHost(host, config)
  if (isOurs || allowed.includes(origin) || allowed.includes('*')) return
  throw new AppError('forbidden', `pages of ${origin} may not call this server`)
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
  too_many: 429,
}

function sendRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): void {
  const isKnown = error instanceof AppError
  if (!isKnown) request.log.error({ err: error }, 'a request of an assistant failed')
  const status = isKnown
    ? (STATUS[error.code] ?? 400)
    : ((error as { statusCode?: number }).statusCode ?? 500)
  const message =
    isKnown || status < 500 ? (error as Error).message : 'unexpected error, see the server log'
  if (status === 401 || error instanceof InsufficientScope) {
    reply.header('www-authenticate', challenge(error, request, config))
  }
  const code = status === 400 ? PARSE_ERROR : REFUSED
  void reply
    .code(status)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))
}

const PARSE_ERROR = -32_700
const REFUSED = -32_600

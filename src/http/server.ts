import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { pathNames } from '../api/operation.ts'
import { AppError, invalid, tooLarge, unavailable } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import type { Caller } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { ANONYMOUS, authenticate, type Identify } from './auth.ts'
import { parseJson } from './body.ts'
import { type Endpoint, send, serve } from './frame.ts'
import type { Routes } from './implement.ts'
import type { Metrics } from './metrics.ts'
import { answerError } from './problem.ts'
import { RateLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

export type ServerOptions = {
  config: Config
  platform: Platform
  identify: Identify
  routes: Routes[]
  metrics: Metrics
  checkReplies?: boolean
}

/** The HTTP side: every declared operation as a route, one frame around all of them. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, platform, routes, metrics } = options
  const server = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    bodyLimit: config.KONTOR_BODY_LIMIT,
    requestTimeout: config.KONTOR_REQUEST_TIMEOUT * 1000,
    trustProxy: config.KONTOR_TRUST_PROXY === 'on',
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, platform.log),
  })
  await server.register(cookie)
  acceptAnyContentType(server)
  server.decorateRequest('caller', null as unknown as Caller)
  addHooks(server, platform.log, metrics)
  const endpoints = routes.flatMap(toEndpoints)
  const limit = config.KONTOR_RATE_LIMIT && new RateLimit(config.KONTOR_RATE_LIMIT, platform.now)
  const frame = { platform, checkReplies: options.checkReplies ?? false }
  for (const endpoint of endpoints) {
    server.route({
      method: [...endpoint.operation.methods],
      url: toRoute(endpoint.operation.path),
      bodyLimit: Math.max(config.KONTOR_BODY_LIMIT, endpoint.operation.bodyLimit ?? 0),
      config: { operation: `${endpoint.area}.${endpoint.name}` },
      onRequest: async (request, reply) => {
        request.caller = await authenticate(options.identify, request)
        const { credential, id } = request.caller
        if (limit)
          reply.headers(
            limit.take(credential.id ?? (request.caller === ANONYMOUS ? request.ip : id)),
          )
      },
      handler: async (request, reply) => send(reply, await serve(frame, endpoint, request)),
    })
  }
  answerErrors(server, endpoints)
  return server
}

const toEndpoints = ({ name: area, area: operations, handlers }: Routes): Endpoint[] =>
  Object.entries(operations).map(([name, operation]) => {
    const handler = handlers[name]
    if (!handler) throw new Error(`${area}.${name} has no handler`)
    return { area, name, operation, handler }
  })

export const toRoute = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const requestId = (given: unknown): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newId()

/** Real clients send JSON under any Content-Type or none: only uploads are told apart by it. */
function acceptAnyContentType(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  server.addHook('onRequest', async (request) => {
    delete request.raw.headers['content-type']
  })
}

function addHooks(server: FastifyInstance, log: Log, metrics: Metrics): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
  })
  server.addHook('onResponse', async (request, reply) => {
    const { operation = 'other' } = request.routeOptions.config as { operation?: string }
    metrics.observe(operation, reply.statusCode, reply.elapsedTime)
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
        operation,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.login,
      },
      'request',
    )
  })
}

function answerErrors(server: FastifyInstance, endpoints: Endpoint[]): void {
  const paths = endpoints.map(({ operation }) => ({
    methods: operation.methods,
    pattern: toPattern(operation.path),
  }))
  const answer = (error: unknown, request: FastifyRequest) =>
    answerError(
      error,
      { path: request.url, accept: request.headers.accept, requestId: request.id },
      request.log as Log,
    )
  server.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = answer(fromFastify(error), request)
    return reply.code(status).headers(headers).send(body)
  })
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = paths.filter(({ pattern }) => pattern.test(path)).flatMap((p) => p.methods)
    if (methods.length > 0) reply.header('allow', [...new Set(methods)].join(', '))
    const { status, headers, body } = answer(nothingHere(request.method, path, methods), request)
    return reply.code(status).headers(headers).send(body)
  })
}

function nothingHere(method: string, path: string, methods: readonly string[]): AppError {
  if (methods.length > 0) {
    const allowed = [...new Set(methods)].join(' or ')
    return new AppError('method_not_allowed', `${method} is not possible here, use ${allowed}`)
  }
  const version = /^\/(pub|manage)\/(v\d+)\//.exec(path)
  const hint = version && version[2] !== 'v1' ? ': the only version is v1' : ''
  return new AppError('not_found', `address not found: ${method} ${path}${hint}`)
}

function toPattern(path: string): RegExp {
  let pattern = path.replace(/[.]/g, '\\.')
  for (const name of pathNames(path)) pattern = pattern.replace(`{${name}}`, '[^/]+')
  return new RegExp(`^${pattern}/?$`)
}

/** Fastify's own refusals in our words. */
function fromFastify(error: unknown): unknown {
  const { code, statusCode, message } = error as {
    code?: string
    statusCode?: number
    message: string
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return tooLarge('the body is larger than this server takes')
  if (code === 'FST_ERR_REOPENED_CLOSE_SERVER' || statusCode === 503) {
    return unavailable('the server is stopping, try again')
  }
  return code?.startsWith('FST_') && statusCode && statusCode < 500 ? invalid(message) : error
}

const CONNECTION_ERRORS: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'the headers are larger than this server takes'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', 'the request took too long to arrive'],
}

/** What never became a request is answered all the same, in the same envelope. */
function refuseConnection(error: Error & { code?: string }, socket: Socket, log: Log): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code, text] = CONNECTION_ERRORS[error.code ?? ''] ?? [
    400,
    'invalid',
    'this is not a valid HTTP request',
  ]
  log.debug({ err: error }, 'refused a connection')
  const body = JSON.stringify({ success: false, error: text, code, requestId: newId() })
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

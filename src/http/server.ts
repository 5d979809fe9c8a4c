import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { takesNothing } from '../api/operation.ts'
import { AppError, unavailable } from '../lib/errors.ts'
import type { Caller } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { LazyLog, type Log } from '../platform/log.ts'
import type { Span } from '../platform/telemetry/span.ts'
import { watchArrival } from './arrival.ts'
import { ANONYMOUS, authenticate, type Identify, OWN_CALL } from './auth.ts'
import { checkType, parseForm, parseJson } from './body.ts'
import { bodyLimitOf, limitsOf, SMALL_BODY } from './body-limits.ts'
import { brokenRequests } from './connections.ts'
import { allowOrigins } from './cors.ts'
import type { Drain } from './drain.ts'
import { checkCaller, type Endpoint, prepare, serve } from './frame.ts'
import type { Routes } from './implement.ts'
import type { Metrics } from './metrics.ts'
import { takePlace } from './place.ts'
import { enterPreview, isInPreview } from './preview.ts'
import { RateLimit } from './rate-limit.ts'
import { answerErrors, asUnprocessable, fromFastify, sendError } from './refusals.ts'
import { RequestLog } from './request-log.ts'
import { beginRequest, endRequest } from './request-span.ts'
import { holdWork, RunningRequest } from './running-request.ts'
import { varyBy } from './vary.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** Whose share it uses: the person with all their tokens, or the address of an anonymous caller. */
    owner: string
    /** The name of the operation, for the log and the metrics. */
    operation: string
    /** The header as sent; only uploads use it. */
    contentType: string | undefined
    running: RunningRequest
    /** Its span; absent when no traces are collected. */
    span: Span | undefined
  }
  interface FastifyContextConfig {
    isUpload?: boolean
    isForm?: boolean
    bodyTypes?: readonly string[] | undefined
    /** The body is ignored: the operation takes no input. */
    ignoresBody?: boolean
  }
}

export type ServerOptions = {
  config: Config
  platform: Platform
  identify: Identify
  routes: Routes[]
  metrics: Metrics
  drain: Drain
  checkReplies?: boolean
}

/** Builds the HTTP server: a route for every declared operation, handled by the frame. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, platform, routes } = options
  const lines = new RequestLog(platform.log)
  const observe = observer(options, lines)
  const server = makeServer(options, observe)
  server.addHook('onClose', async () => lines.flush())
  acceptAnyContentType(server, config.KONTOR_BODY_LIMIT)
  server.decorateRequest('caller', null as unknown as Caller)
  server.decorateRequest('owner', '')
  server.decorateRequest('operation', 'other')
  server.decorateRequest('contentType', undefined)
  server.decorateRequest('running', null as unknown as RunningRequest)
  server.decorateRequest('span', undefined)
  holdWork(server, options.drain)
  addHooks(server, options, observe)
  allowOrigins(server, config.KONTOR_CORS_ORIGINS)
  answerErrors(server)
  const limit = config.KONTOR_RATE_LIMIT && new RateLimit(config.KONTOR_RATE_LIMIT, platform.now)
  const frame = {
    platform,
    checkReplies: options.checkReplies ?? false,
    site: config.KONTOR_PUBLIC_URL,
    uploads: { largest: config.KONTOR_UPLOAD_LIMIT, idle: config.KONTOR_UPLOAD_TIMEOUT * 1000 },
  }
  const add = (place: FastifyInstance, endpoint: Endpoint) => {
    const name = `${endpoint.area}.${endpoint.name}`
    place.route({
      config: {
        isUpload: endpoint.operation.isUpload,
        isForm: endpoint.operation.isForm,
        bodyTypes: endpoint.operation.bodyTypes,
        ignoresBody: takesNothing(endpoint.operation),
      },
      method: [...endpoint.operation.methods],
      url: toRoute(endpoint.operation.path),
      bodyLimit: bodyLimitOf(endpoint.operation, config.KONTOR_BODY_LIMIT),
      onRequest: (request, reply, done) => {
        request.operation = name
        const { running } = request
        const admit = (caller: Caller) => {
          request.caller = caller
          request.owner = caller === ANONYMOUS ? request.ip : caller.id
          if (limit) applyLimit(limit, request.owner, reply)
          if (!isInPreview(request)) checkBeforeBody(options.identify, endpoint, request)
          const { owner } = request
          const waiting = { owner, left: () => running.left(), response: reply.raw }
          return takePlace(platform.turns.requests, waiting)
        }
        const refuse = (error: unknown) => {
          if (limit) applyLimit(limit, request.ip, reply)
          throw error
        }
        const caller = orFailure(() =>
          authenticate(options.identify, request, config.KONTOR_PUBLIC_URL),
        )
        if (caller instanceof Promise) {
          return running.hold(caller.then(admit, refuse))
        }
        const waiting = admit(caller)
        if (waiting !== undefined) return running.hold(waiting)
        done()
      },
      ...(endpoint.operation.wrongInput === 'unprocessable' && {
        errorHandler: (error, request, reply) => {
          void sendError(asUnprocessable(fromFastify(error, request)), request, reply)
        },
      }),
      handler: async (request, reply) => {
        if (isInPreview(request)) await enterPreview(options.identify, endpoint, request)
        // Texts of definitions depend on the language of the caller.
        varyBy(reply, 'accept-language')
        const answer = await serve(frame, endpoint, request).catch((error: unknown) => {
          noteCall(options.identify, request, `${endpoint.operation.path}: ${inWords(error)}`)
          throw error
        })
        noteCall(options.identify, request)
        return prepare(reply, answer)
      },
    })
  }
  const { uploads = [], others = [] } = Object.groupBy(routes.flatMap(toEndpoints), (endpoint) =>
    endpoint.operation.isUpload ? 'uploads' : 'others',
  )
  for (const endpoint of others) add(server, endpoint)
  await server.register((place, _, done) => {
    leaveBodies(place)
    for (const endpoint of uploads) add(place, endpoint)
    done()
  })
  return server
}

/** Tools of assistants call the API; the results are recorded as calls of the tools. */
function noteCall(identify: Identify, { caller, method, headers }: FastifyRequest, why?: string) {
  if (headers[OWN_CALL.name] === OWN_CALL.value) return
  identify.noteCall(caller, why && `${method} ${why}`)
}

const inWords = (error: unknown): string =>
  error instanceof AppError ? error.message : 'internal error'

/** Refuses callers without access before the body is read. */
function checkBeforeBody(identify: Identify, endpoint: Endpoint, request: FastifyRequest): void {
  try {
    checkCaller(endpoint, request.caller)
  } catch (error) {
    noteCall(identify, request, `${endpoint.operation.path}: ${inWords(error)}`)
    throw error
  }
}

/** Zod validates input, so Fastify need not load its JSON Schema compilers, a hundred files. */
const noSchema = () => {
  throw new Error('routes have no JSON Schema')
}

function makeServer(
  { config, platform: { log } }: ServerOptions,
  observe: Observe,
): FastifyInstance {
  const broken = brokenRequests(log)
  const requestTimeout = config.KONTOR_REQUEST_TIMEOUT * 1000
  const server = Fastify({
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    childLoggerFactory: (_, bindings) => new LazyLog(log, bindings) as Log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // For addresses that are no operations, including unknown ones.
    bodyLimit: SMALL_BODY,
    http: { connectionsCheckingInterval: Math.min(requestTimeout / 4, 30_000) },
    // Only the entries added by the proxies: the rest of X-Forwarded-For comes from the caller.
    trustProxy: (_address, hop) => hop < config.KONTOR_TRUST_PROXY,
    forceCloseConnections: 'idle',
    // The drain refuses requests itself, in the envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    clientErrorHandler: broken.refuse,
    frameworkErrors: (error, request, reply) => {
      // This request lacks the decorators added below.
      request.operation = 'other'
      observe(request, reply)
      reply.header('x-request-id', request.id).headers(commonHeaders(config.KONTOR_PUBLIC_URL))
      void sendError(fromFastify(error, request), request, reply)
    },
  })
  server.server.headersTimeout = requestTimeout
  server.addHook('onRequest', ({ raw, routeOptions }, _, done) => {
    if (!routeOptions.config.isUpload) {
      watchArrival(raw, requestTimeout, (error) => broken.refuse(error, raw.socket))
    }
    done()
  })
  // The rest of a refused upload is read, so that its sender can read the answer, but with a limit.
  server.addHook('onResponse', ({ raw }, _, done) => {
    if (!raw.complete) watchArrival(raw, requestTimeout, () => raw.socket.destroy())
    done()
  })
  server.server.on('request', broken.watch)
  return server
}

/** Turns a synchronous exception into a rejection. */
function orFailure<T>(work: () => T | Promise<T>): T | Promise<T> {
  try {
    return work()
  } catch (error) {
    return Promise.reject(error)
  }
}

/** By user, with all their credentials; by address for anonymous callers. */
function applyLimit(limit: RateLimit, who: string, reply: FastifyReply): void {
  const { headers, refusal } = limit.take(who)
  reply.headers(headers)
  if (refusal) throw refusal
}

const toEndpoints = ({ name: area, area: operations, handlers }: Routes): Endpoint[] =>
  Object.entries(operations).map(([name, operation]) => {
    const handler = handlers[name]
    if (!handler) throw new Error(`${area}.${name} has no handler`)
    return { area, name, operation, handler }
  })

const toRoute = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const requestId = (given: unknown): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()

/** Clients send JSON with any Content-Type or none: it matters only for uploads. */
function acceptAnyContentType(server: FastifyInstance, setting: number): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const { bodyLimit: limit = SMALL_BODY, config } = request.routeOptions
    const { ignoresBody, isForm, bodyTypes } = config
    if (ignoresBody) return done(null)
    try {
      checkType(request.contentType, bodyTypes)
      checkEncoding(request.headers['content-encoding'])
      done(null, (isForm ? parseForm : parseJson)(body as Buffer, limitsOf(limit, setting)))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** The handler of an upload reads the stream itself. */
function leaveBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _body, done) => done(null))
}

function checkEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return
  throw new AppError(
    'unsupported',
    `Content-Encoding ${encoding} is not supported: send plain JSON`,
  )
}

const commonHeaders = (site: string | undefined) => ({
  ...(site?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
})

function addHooks(
  server: FastifyInstance,
  { config, drain }: ServerOptions,
  observe: Observe,
): void {
  const common = commonHeaders(config.KONTOR_PUBLIC_URL)
  server.addHook('onRequest', (request, reply, done) => {
    request.contentType = request.headers['content-type']
    delete request.raw.headers['content-type']
    observe(request, reply)
    reply.header('x-request-id', request.id).headers(common)
    if (!drain.isDraining && !drain.isLeaving) return done()
    reply.header('connection', 'close')
    if (drain.isLeaving) return done()
    if (request.url.startsWith('/health/')) return done()
    done(unavailable('the server is stopping, try again'))
  })
}

/** In the log and the metrics only, as proxies have it: nobody was there to get an answer. */
const CALLER_LEFT = 499

type Observe = (request: FastifyRequest, reply: FastifyReply) => void

/** Counts, measures and logs every request, from its first line to the end of its response. */
function observer({ metrics, drain }: ServerOptions, lines: RequestLog): Observe {
  return (request, reply) => {
    const since = performance.now()
    const running = new RunningRequest(drain, reply.raw)
    request.running = running
    running.begin()
    request.span = beginRequest(request)
    // Emitted once per response, whether it was sent or its connection was lost.
    reply.raw.on('close', () => {
      const milliseconds = performance.now() - since
      if (!reply.raw.headersSent) reply.raw.statusCode = CALLER_LEFT
      running.end()
      endRequest(request, reply)
      metrics.observe(request.operation, reply.statusCode, milliseconds)
      lines.add(request, reply, milliseconds)
    })
  }
}

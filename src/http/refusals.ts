import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, invalid, tooLarge } from '../lib/errors.ts'
import type { Log } from '../platform/log.ts'
import { SMALL_BODY } from './body-limits.ts'
import { isForPeople, showConsole } from './console.ts'
import { answerError } from './problem.ts'

/** Handles errors and unknown addresses. */
export function answerErrors(server: FastifyInstance): void {
  const methodsOf = watchRoutes(server)
  server.setErrorHandler((error, request, reply) =>
    sendError(fromFastify(error, request), request, reply),
  )
  server.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const methods = methodsOf(path)
    if (methods.length > 0) reply.header('allow', methods.join(', '))
    if (methods.length > 0 && request.method === 'OPTIONS') return reply.code(204).send()
    if (isForPeople(request)) return showConsole(reply)
    return sendError(nothingHere(request.method, path, methods), request, reply)
  })
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const asked = { path: request.url, accept: request.headers.accept, requestId: request.id }
  const { status, headers, body } = answerError(error, asked, request.log as Log)
  return reply.code(status).headers(headers).send(body)
}

/** Fastify's errors as ours. */
export function fromFastify(error: unknown, { routeOptions }: FastifyRequest): unknown {
  if (!(error instanceof Error)) return error
  const { code, statusCode = 500 } = error as { code?: string; statusCode?: number }
  if (!code?.startsWith('FST_') || statusCode >= 500) return error
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(
        `the body is larger than the ${inUnits(routeOptions?.bodyLimit ?? SMALL_BODY)} accepted here`,
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('the length of the body does not match its Content-Length')
    case 'FST_ERR_BAD_URL':
      return invalid('the path is not valid percent-encoded UTF-8')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalid('a part of the path is too long')
    default:
      return invalid('the request is not valid')
  }
}

/** The same error for operations that respond to invalid input with 422. */
export function asUnprocessable(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid') return error
  const { message, details, cause } = error
  return new AppError('unprocessable', message, { details, cause })
}

function inUnits(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const power = [3, 2, 1].find((each) => bytes > 0 && bytes % 1024 ** each === 0) ?? 0
  return `${bytes / 1024 ** power} ${units[power]}`
}

export function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

type Route = { method: string; pattern: RegExp }

/** The methods of an address; catch-all routes, such as the console, do not count. */
function watchRoutes(server: FastifyInstance): (path: string) => string[] {
  const routes: Route[] = []
  server.addHook('onRoute', ({ method, url }: RouteOptions) => {
    if (url.includes('*')) return
    for (const each of [method].flat()) routes.push({ method: each, pattern: toPattern(url) })
  })
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ]
}

const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`)

function nothingHere(method: string, path: string, methods: readonly string[]): AppError {
  if (methods.length > 0) {
    const allowed = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
      methods.filter((each) => each !== 'HEAD'),
    )
    return new AppError('method_not_allowed', `${method} is not allowed here, use ${allowed}`)
  }
  const version = /^\/(pub|manage)\/(v\d+)\//.exec(path)
  const hint = version && version[2] !== 'v1' ? ': the only version is v1' : ''
  return new AppError('not_found', `address not found: ${method} ${path}${hint}`)
}

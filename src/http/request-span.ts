import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginSpan, type Span } from '../platform/telemetry/span.ts'

/** Health checks and metrics are polled all the time; an event stream lasts for hours. */
const UNSEEN = /^\/(health\/|metrics\b|events\b)/

export function beginRequest({ method, headers, id, url }: FastifyRequest): Span | undefined {
  if (UNSEEN.test(url)) return undefined
  const attributes = { 'http.request.method': method, 'kontor.request_id': id }
  return beginSpan({ name: method, kind: 'server', attributes }, headers.traceparent)
}

/** Uses the route and not the path, which may contain keys and names. */
export function endRequest(
  { span, method, operation, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
): void {
  if (!span) return
  const route = routeOptions?.url
  if (route !== undefined) span.name = `${method} ${route}`
  span.attributes['http.route'] = route
  span.attributes['http.response.status_code'] = statusCode
  span.attributes['kontor.operation'] = operation
  if (statusCode >= 500) span.fail({ code: statusCode })
  span.end()
}

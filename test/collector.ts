import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Value = { stringValue?: string; intValue?: string }
export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status?: { code: number }
}
type Buckets = { count: string; bucketCounts: string[]; explicitBounds: number[] }
type Metric = {
  name: string
  sum?: object
  gauge?: object
  histogram?: { dataPoints: Buckets[] }
}
type Sent = {
  resourceSpans?: { scopeSpans: { spans: CollectedSpan[] }[] }[]
  resourceMetrics?: { resource: object; scopeMetrics: { metrics: Metric[] }[] }[]
}

/** It takes everything, and does not answer. */
export const SILENT = 0

/** A collector of OpenTelemetry, as far as it takes OTLP/HTTP in JSON. */
export async function startCollector() {
  const requests: { path: string; headers: IncomingHttpHeaders; body: Sent }[] = []
  let status = 200
  let unanswered = 0
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Sent
    if (status === SILENT) return void unanswered++
    if (status === 200) requests.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    unanswered: () => unanswered,
    answerWith: (next: number) => {
      status = next
    },
    spans: () =>
      requests
        .flatMap(({ body }) => body.resourceSpans ?? [])
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    metrics: () =>
      requests
        .flatMap(({ body }) => body.resourceMetrics ?? [])
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
  }
}

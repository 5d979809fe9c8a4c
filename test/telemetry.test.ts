import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { newDatabase } from './app.ts'
import { type CollectedSpan, SILENT, startCollector } from './collector.ts'
import { urlOf } from './kontor.ts'
import { dataFolder } from './server-process.ts'
import { appSolution } from './solution.ts'

const TOKEN = '0d7c9b1e-8a0f-4f5d-9d7e-6c1f2a3b4c5d'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const STREAM = '1af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const SECRET_TITLE = 'Nobody may read this'
const yaml = 'name: Rows\nfields:\n  title: { name: Title, type: STRING, required: true }\n'

/** A receiver of webhooks that keeps their headers. */
async function startReceiver() {
  const received: { traceparent: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    const { traceparent } = request.headers
    received.push({ traceparent: traceparent as string | undefined, body: await text(request) })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

const attribute = ({ attributes }: CollectedSpan, wanted: string) =>
  attributes.find(({ key }) => key === wanted)?.value

test('a request, its statements, its job and the webhook of the job are one trace', async () => {
  const collector = await startCollector()
  const receiver = await startReceiver()
  const { start } = await dataFolder()
  const server = start({
    DATABASE_URL: urlOf(await newDatabase()),
    KONTOR_ADMIN_TOKEN: TOKEN,
    KONTOR_DEMO: 'off',
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    // Only what the caller wants to be collected.
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    KONTOR_DRAIN_TIMEOUT: '15',
  })
  const address = await server.ready()
  const client = createClient(areas, overHttp(address, TOKEN))
  await client.solutions.apply({ input: { files: appSolution('crm', 'rows', yaml) } })
  // Whoever comes first starts the reading of the event log, which goes on for all others.
  const traceparent = `00-${STREAM}-${CALLER}-01`
  const listening = new AbortController()
  const stream = await fetch(`${address}/events`, {
    headers: { 'x-token': TOKEN, traceparent },
    signal: listening.signal,
  })
  expect(stream.status).toBe(200)
  await client.webhooks.create({
    input: { name: 'rows', url: receiver.url, types: ['app.item.created'] },
  })
  const hash = '0192a1c0-5b7e-4c11-9a44-1b2f6a0d9e78'
  await client.disk.uploadTemporary({ input: { hash }, file: `title\n${SECRET_TITLE}\n` })

  // A collector that is away for a moment loses nothing.
  collector.answerWith(503)
  const started = await fetch(`${address}/pub/v1/app/crm/rows/import`, {
    method: 'POST',
    headers: {
      'x-token': TOKEN,
      traceparent: `00-${TRACE}-${CALLER}-01`,
      'x-request-id': 'from-the-proxy',
    },
    body: JSON.stringify({ fileHash: hash }),
  })
  expect(started.status).toBe(200)
  await expect.poll(() => receiver.received).toHaveLength(1)
  collector.answerWith(200)
  const named = (name: string) => collector.spans().filter((span) => span.name === name)
  await expect.poll(() => named('webhook')).toHaveLength(1)
  await expect.poll(() => named('job apps.import')).toHaveLength(1)

  listening.abort()
  const spans = collector.spans()
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
  const [request] = named('POST /pub/v1/app/:namespace/:code/import')
  const [job] = named('job apps.import')
  const [webhook] = named('webhook')
  if (!request || !job || !webhook) throw new Error('spans are missing')
  expect(request).toMatchObject({ parentSpanId: CALLER, kind: 2 })
  expect(attribute(request, 'kontor.operation')).toEqual({ stringValue: 'apps.importItems' })
  expect(attribute(request, 'kontor.request_id')).toEqual({ stringValue: 'from-the-proxy' })
  expect(job).toMatchObject({ parentSpanId: request.spanId, kind: 5 })
  expect(webhook.parentSpanId).toBe(job.spanId)
  expect(receiver.received[0]?.traceparent).toBe(`00-${TRACE}-${webhook.spanId}-01`)
  const statements = (parent: CollectedSpan) =>
    spans.filter(({ parentSpanId, kind }) => parentSpanId === parent.spanId && kind === 3)
  expect(statements(request).map(({ name }) => name)).toContain('commit')
  expect(statements(job).map(({ name }) => name)).toContain('insert ws_crm.rows')

  // What was written and who may write it stays here; the receiver of the webhook is told.
  const told = JSON.stringify(collector.requests.map(({ body }) => body))
  expect(told).not.toContain(SECRET_TITLE)
  expect(told).not.toContain(TOKEN)
  expect(told).not.toContain(hash)
  expect(receiver.received[0]?.body).toContain(SECRET_TITLE)
  expect(collector.requests[0]?.headers['x-key']).toBe('a key')

  const metric = (name: string) => collector.metrics().findLast((each) => each.name === name)
  await expect.poll(() => metric('kontor_requests_total')?.sum).toMatchObject({ isMonotonic: true })
  expect(metric('kontor_workers')?.gauge).toMatchObject({ dataPoints: [{ asDouble: 1 }] })
  const dataPoints = metric('kontor_request_seconds')?.histogram?.dataPoints ?? []
  expect(dataPoints).not.toEqual([])
  for (const { count, bucketCounts, explicitBounds } of dataPoints) {
    expect(bucketCounts.map(Number).reduce((sum, each) => sum + each, 0)).toBe(Number(count))
    expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
  }

  // The mean of no measurements is no number, and a collector would refuse all of it.
  const numbers = collector.requests.map(({ body }) => JSON.stringify(body))
  expect(numbers.filter((body) => body.includes('"asDouble":null'))).toEqual([])

  // Nobody waits for a collector that hangs.
  collector.answerWith(SILENT)
  await expect.poll(collector.unanswered).toBeGreaterThan(0)
  expect(await server.stop()).toBe(0)
  expect(server.output()).toMatch(
    new RegExp(`"operation":"apps.importItems","status":200.*"trace_id":"${TRACE}"`),
  )
})

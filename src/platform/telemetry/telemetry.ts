import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { BackgroundLoop } from '../loops/background-loop.ts'
import { VERSION } from '../version.ts'
import { metricsOf, tracesOf } from './otlp.ts'
import { toOtlpMetrics } from './otlp-metrics.ts'
import { type Telemetry, telemetryPlaces } from './places.ts'
import { samplerOf } from './sampler.ts'
import { type Attributes, collectSpans, type Span } from './span.ts'

const BATCH = 512
/** More wait nowhere: a collector that is away must not cost the memory of the server. */
const MOST_WAITING = 4096
const DELAY = 1000
const PATIENCE = 10_000

/** Sends traces and metrics of this process to a collector. */
export function startTelemetry(config: Config, registry: Registry, log: Log): Telemetry {
  const { traces, metrics } = telemetryPlaces(config)
  const resource = resourceOf(config)
  const headers = pairsOf(config.OTEL_EXPORTER_OTLP_HEADERS)
  const parts = [
    ...(traces ? [sendSpans({ url: traces, headers, log }, resource, config)] : []),
    ...(metrics ? [sendMetrics({ url: metrics, headers, log }, resource, config, registry)] : []),
  ]
  return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) }
}

type Collector = { url: string; headers: Record<string, string>; log: Log }

function sendSpans(to: Collector, resource: Attributes, config: Config): Telemetry {
  const waiting: Span[] = []
  const isSampled = samplerOf(config)
  const sendSome = async () => {
    const some = waiting.slice(0, BATCH)
    if (some.length === 0) return DELAY
    await post(to, tracesOf(resource, some))
    waiting.splice(0, some.length)
    return waiting.length >= BATCH ? 0 : DELAY
  }
  const loop = new BackgroundLoop({ round: sendSome, onFailure: teller(to.log) })
  collectSpans({
    isSampled,
    add: (span) => {
      if (waiting.length < MOST_WAITING) waiting.push(span)
      if (waiting.length === BATCH) loop.wake()
    },
  })
  loop.start()
  return {
    stop: async () => {
      collectSpans(undefined)
      await loop.stop()
      if (waiting.length > 0) await post(to, tracesOf(resource, waiting)).catch(() => undefined)
    },
  }
}

function sendMetrics(
  to: Collector,
  resource: Attributes,
  { OTEL_METRIC_EXPORT_INTERVAL: interval }: Config,
  registry: Registry,
): Telemetry {
  const startedAt = performance.timeOrigin
  const send = async () => {
    const metrics = toOtlpMetrics(await registry.getMetricsAsJSON(), startedAt)
    await post(to, metricsOf(resource, metrics))
    return interval
  }
  const loop = new BackgroundLoop({ round: send, onFailure: teller(to.log) })
  loop.start()
  return {
    stop: async () => {
      await loop.stop()
      await send().catch(() => undefined)
    },
  }
}

/** A collector refuses for good, or for the moment: then an error, and it is tried again. */
async function post({ url, headers, log }: Collector, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Kontor', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  })
  await response.body?.cancel()
  const { status } = response
  if (response.ok) return
  if (status === 429 || status >= 500) throw new Error(`the collector answered ${status}`)
  log.warn({ status }, 'the collector refuses traces or metrics: these are dropped')
}

/** Once a minute: a collector that is away is asked every few seconds. */
function teller(log: Log): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (err) => {
    if (performance.now() - toldAt < 60_000) return
    toldAt = performance.now()
    log.warn({ err }, 'traces or metrics cannot be sent, trying again')
  }
}

const resourceOf = (config: Config): Attributes => ({
  'service.version': VERSION,
  'service.instance.id': `${hostname()}:${process.pid}`,
  'host.name': hostname(),
  'process.pid': process.pid,
  ...pairsOf(config.OTEL_RESOURCE_ATTRIBUTES),
  'service.name': config.OTEL_SERVICE_NAME,
})

/** `key=value,key=value`, values percent-encoded. */
const pairsOf = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]]
    }),
  )

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

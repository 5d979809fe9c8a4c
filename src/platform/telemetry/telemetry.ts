import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { BackgroundLoop } from '../loops/background-loop.ts'
import { VERSION } from '../version.ts'
import { type Telemetry, telemetryEndpoints } from './endpoints.ts'
import { metricsOf, tracesOf } from './otlp.ts'
import { toOtlpMetrics } from './otlp-metrics.ts'
import { pairsOf } from './pairs.ts'
import { samplerOf } from './sampler.ts'
import { type Attributes, collectSpans, type Span } from './span.ts'

const BATCH = 512
/** Further spans are dropped: an unreachable collector must not use up memory. */
const MOST_WAITING = 4096
const DELAY = 1000
const PATIENCE = 10_000
/** Milliseconds for the remaining spans at a stop. */
const LAST = 2000

/** Sends traces and metrics of this process to a collector. */
export function startTelemetry(config: Config, registry: Registry, log: Log): Telemetry {
  const { traces, metrics } = telemetryEndpoints(config)
  const resource = resourceOf(config)
  const headers = pairsOf(config.OTEL_EXPORTER_OTLP_HEADERS)
  const ending = new AbortController()
  const to = { headers, log, ending: ending.signal }
  const parts = [
    ...(traces ? [sendSpans({ url: traces, ...to }, resource, config)] : []),
    ...(metrics ? [sendMetrics({ url: metrics, ...to }, resource, config, registry)] : []),
  ]
  return {
    stop: async () => {
      AbortSignal.timeout(LAST).addEventListener('abort', () => ending.abort())
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

/** `ending` aborts requests in flight at a stop. */
type Collector = {
  url: string
  headers: Record<string, string>
  log: Log
  ending: AbortSignal
}

function sendSpans(to: Collector, resource: Attributes, config: Config): Telemetry {
  const waiting: Span[] = []
  let dropped = 0
  const isSampled = samplerOf(config)
  const tell = teller(to)
  const sendSome = async () => {
    const some = waiting.slice(0, BATCH)
    if (some.length === 0) return DELAY
    await post(to, tracesOf(resource, some))
    waiting.splice(0, some.length)
    if (dropped > 0)
      dropped = tell({ dropped }, 'the collector is slow: steps were dropped') ? 0 : dropped
    return waiting.length >= BATCH ? 0 : DELAY
  }
  const loop = new BackgroundLoop({ round: sendSome, onFailure: (err) => tell({ err }, UNSENT) })
  collectSpans({
    isSampled,
    add: (span) => {
      if (waiting.length < MOST_WAITING) waiting.push(span)
      else dropped++
      if (waiting.length === BATCH) loop.wake()
    },
  })
  loop.start()
  return {
    stop: async () => {
      collectSpans(undefined)
      await loop.stop()
      while (waiting.length > 0) await sendSome().catch(() => waiting.splice(0))
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
  const tell = teller(to)
  const loop = new BackgroundLoop({ round: send, onFailure: (err) => tell({ err }, UNSENT) })
  loop.start()
  return {
    stop: async () => {
      await loop.stop()
      await send().catch(() => undefined)
    },
  }
}

/** Throws if the collector may accept it later; drops what it refuses for good. */
async function post({ url, headers, log, ending }: Collector, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Kontor', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), ending]),
  })
  await response.body?.cancel()
  const { status } = response
  if (response.ok) return
  if (status === 429 || status >= 500) throw new Error(`the collector answered ${status}`)
  log.warn({ status }, 'the collector refuses traces or metrics: these are dropped')
}

const UNSENT = 'traces or metrics cannot be sent, trying again'

/** Logs at most once a minute, because sending is retried every few seconds. True if it logged. */
function teller({ log, ending }: Collector): (about: object, text: string) => boolean {
  let toldAt = Number.NEGATIVE_INFINITY
  return (about, text) => {
    if (ending.aborted || performance.now() - toldAt < 60_000) return false
    toldAt = performance.now()
    log.warn(about, text)
    return true
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

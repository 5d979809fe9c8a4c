import type { Config } from '../config.ts'

export type Telemetry = { stop(): Promise<void> }

/** The addresses for traces and metrics; undefined = not sent. */
export function telemetryEndpoints(config: Config): { traces?: string; metrics?: string } {
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const of = (own: string | undefined, exporter: 'otlp' | 'none', path: string) =>
    config.OTEL_SDK_DISABLED === 'true' || exporter === 'none'
      ? undefined
      : (own ?? (base && `${base}${path}`))
  const traces = of(
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    config.OTEL_TRACES_EXPORTER,
    '/v1/traces',
  )
  const metrics = of(
    config.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    config.OTEL_METRICS_EXPORTER,
    '/v1/metrics',
  )
  return { ...(traces && { traces }), ...(metrics && { metrics }) }
}

export const isTelemetryEnabled = (config: Config): boolean =>
  Object.keys(telemetryEndpoints(config)).length > 0

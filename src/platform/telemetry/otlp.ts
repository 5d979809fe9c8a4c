import type { Attributes, Span, SpanKind } from './span.ts'

/** The JSON form of OTLP 1, as OpenTelemetry collectors take it over HTTP. */

type Value = { stringValue: string } | { intValue: string } | { doubleValue: number }
type KeyValue = { key: string; value: Value }

const KINDS: Record<SpanKind, number> = { server: 2, client: 3, consumer: 5 }
const ERROR = 2
const SCOPE = { name: 'kontor' }

export const toAttributes = (given: Attributes): KeyValue[] =>
  Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  )

function toValue(value: string | number): Value {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Nanoseconds exceed the range of a number. */
export const toNanoseconds = (milliseconds: number): string =>
  `${Math.round(milliseconds * 1000)}000`

export const tracesOf = (resource: Attributes, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes(resource) },
      scopeSpans: [{ scope: SCOPE, spans: spans.map(toSpan) }],
    },
  ],
})

const toSpan = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.id,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanoseconds(span.startedAt),
  endTimeUnixNano: toNanoseconds(span.endedAt),
  attributes: toAttributes(span.attributes),
  ...(span.isFailed && { status: { code: ERROR } }),
})

export const metricsOf = (resource: Attributes, metrics: readonly object[]) => ({
  resourceMetrics: [
    {
      resource: { attributes: toAttributes(resource) },
      scopeMetrics: [{ scope: SCOPE, metrics }],
    },
  ],
})

import type { Registry } from 'prom-client'
import { toAttributes, toNanoseconds } from './otlp.ts'
import type { Attributes } from './span.ts'

type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]
type Value = { value: number; labels: Attributes; metricName?: string }
type Times = { startTimeUnixNano: string; timeUnixNano: string }

const CUMULATIVE = 2

/** The Prometheus metrics for a collector, counted since the start of the process. */
export function toOtlpMetrics(metrics: readonly Metric[], startedAt: number): object[] {
  const times = {
    startTimeUnixNano: toNanoseconds(startedAt),
    timeUnixNano: toNanoseconds(Date.now()),
  }
  return metrics.flatMap((metric) => {
    const { name, help: description } = metric
    // For example the mean of no measurements: JSON cannot represent it, and a collector would refuse everything.
    const values = (metric.values as Value[]).filter(({ value }) => Number.isFinite(value))
    const data = toData(String(metric.type), values, times)
    return data && values.length > 0 ? [{ name, description, ...data }] : []
  })
}

function toData(type: string, values: Value[], times: Times): object | undefined {
  const dataPoints = () =>
    values.map(({ value, labels }) => ({
      attributes: toAttributes(labels),
      ...times,
      asDouble: value,
    }))
  if (type === 'gauge') return { gauge: { dataPoints: dataPoints() } }
  if (type === 'counter') {
    const kind = { aggregationTemporality: CUMULATIVE, isMonotonic: true }
    return { sum: { ...kind, dataPoints: dataPoints() } }
  }
  if (type !== 'histogram') return undefined
  const series = Map.groupBy(values, ({ labels: { le: _, ...own } }) => JSON.stringify(own))
  const points = Array.from(series.values(), (each) => toHistogram(each, times))
  return { histogram: { aggregationTemporality: CUMULATIVE, dataPoints: points } }
}

/** Prometheus buckets are cumulative, those of OTLP are not. */
function toHistogram(values: Value[], times: Times): object {
  const total = (ending: string) =>
    values.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0
  const buckets = values.filter(({ metricName }) => metricName?.endsWith('_bucket'))
  const { le: _, ...labels } = values[0]?.labels ?? {}
  return {
    attributes: toAttributes(labels),
    ...times,
    count: String(total('_count')),
    sum: total('_sum'),
    bucketCounts: buckets.map(({ value }, at) => String(value - (buckets[at - 1]?.value ?? 0))),
    explicitBounds: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
  }
}

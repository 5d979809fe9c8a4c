import type { Config } from '../config.ts'
import type { Collector } from './span.ts'

/** Which traces are collected: the caller's decision holds, unless the sampler is not parent-based. */
export function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Config): Collector['isSampled'] {
  const isBased = name.startsWith('parentbased_')
  const share = SHARES[name.replace('parentbased_', '')] ?? ratio
  return (traceId, parent) => (isBased && parent !== undefined ? parent : isWithin(traceId, share))
}

const SHARES: Record<string, number> = { always_on: 1, always_off: 0 }

/** Depends on the id only, so that all nodes decide the same. */
const isWithin = (traceId: string, share: number): boolean =>
  Number.parseInt(traceId.slice(-13), 16) < share * 2 ** 52

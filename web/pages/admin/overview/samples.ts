import { useMemo } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'

export type Overview = ReplyOf<'system', 'overview'>
export type Sample = { at: number; overview: Overview }

const EVERY = 3_000
/** How long the charts look back. */
export const WINDOW = 5 * 60_000

/** Outlives the page: who comes back finds the minutes they were away for, as far as asked. */
let samples: Sample[] = []

function remember(overview: Overview | undefined, at: number): Sample[] {
  if (!overview) return samples
  const isKnown = samples.some((sample) => sample.at === at)
  const others = samples.filter(
    (sample) => sample.at > at - WINDOW && sample.overview.node.id === overview.node.id,
  )
  samples = isKnown ? others : [...others, { at, overview }]
  return samples
}

/** How the system does, asked again and again, and how it did in the last minutes. */
export function useSamples() {
  const asked = useApi('system', 'overview', {}, { every: EVERY })
  const { data, dataUpdatedAt } = asked
  const samples = useMemo(() => remember(data, dataUpdatedAt), [data, dataUpdatedAt])
  return { asked, samples }
}

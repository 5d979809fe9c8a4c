import { useMemo } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'

export type Overview = ReplyOf<'system', 'overview'>
export type Sample = { at: number; told: Overview }

const EVERY = 3_000
/** How long the charts look back. */
export const WINDOW = 5 * 60_000

/** Outlives the page: who comes back finds the minutes they were away for, as far as asked. */
let kept: Sample[] = []

function remember(told: Overview | undefined, at: number): Sample[] {
  if (!told) return kept
  const isKnown = kept.some((sample) => sample.at === at)
  const others = kept.filter(
    (sample) => sample.at > at - WINDOW && sample.told.node.id === told.node.id,
  )
  kept = isKnown ? others : [...others, { at, told }]
  return kept
}

/** How the system does, asked again and again, and how it did in the last minutes. */
export function useSamples() {
  const asked = useApi('system', 'overview', {}, { every: EVERY })
  const { data, dataUpdatedAt } = asked
  const samples = useMemo(() => remember(data, dataUpdatedAt), [data, dataUpdatedAt])
  return { asked, samples }
}

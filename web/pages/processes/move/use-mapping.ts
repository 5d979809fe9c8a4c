import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf, keyOf, useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import type { InstanceRow } from '../instance-list.tsx'
import { stepsOf } from '../model.ts'
import type { Mapping } from './outcomes.ts'

type Suggestion = ReplyOf<'processes', 'suggestMapping'>['suggestions'][number]

/** A step that the newest version does not have, and what has perhaps taken its place. */
export type MissingStep = { id: string; name: string; suggestion?: Suggestion }

/** `null` where somebody took a suggestion away. */
type Chosen = Record<string, string | null>

/** Which steps are called otherwise now: as the server suggests, unless somebody chose otherwise. */
export function useMapping(process: string, version: number, instances: InstanceRow[]) {
  const [chosen, setChosen] = useState<Chosen>({})
  const newest = useApi('processes', 'get', { params: { id: process }, input: {} })
  const { data } = newest
  const steps = data ? stepsOf(data.process.xml) : []
  const suggestions = useSuggestions(process, version, instances)
  const known = new Set(steps.map(({ id }) => id))
  const missing: MissingStep[] =
    steps.length === 0
      ? []
      : currentSteps(instances)
          .filter(({ id }) => !known.has(id))
          .map((step) => {
            const suggestion = suggestions?.find(({ from }) => from === step.id)
            return { ...step, ...(suggestion && { suggestion }) }
          })
  const suggested = Object.fromEntries((suggestions ?? []).map(({ from, to }) => [from, to]))
  const mapping: Mapping = Object.fromEntries(
    Object.entries({ ...suggested, ...chosen }).flatMap(([from, to]) => (to ? [[from, to]] : [])),
  )
  return {
    isReady: data !== undefined && suggestions !== undefined,
    ...{ newest, steps, missing, mapping },
    choose: (from: string, to: string | null) => setChosen((all) => ({ ...all, [from]: to })),
  }
}

/** Of every version that instances are on. */
function useSuggestions(id: string, version: number, instances: InstanceRow[]) {
  const olds = [...new Set(instances.map((each) => each.version))].filter((old) => old !== version)
  const asked = useQueries({
    queries: olds.map((from) => {
      const request = { params: { id }, input: { from } }
      return {
        queryKey: keyOf('processes', 'suggestMapping', request),
        queryFn: () => callOf('processes', 'suggestMapping')(request),
      }
    }),
  })
  // Without suggestions people map by hand.
  if (asked.some(({ isPending }) => isPending)) return undefined
  return asked.flatMap(({ data }) => data?.suggestions ?? [])
}

const currentSteps = (instances: InstanceRow[]) => [
  ...new Map(
    instances
      .flatMap(({ at }) => at)
      .map(({ elementId, name }) => [elementId, { id: elementId, name }]),
  ).values(),
]

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AreaName } from '../client.ts'
import { lineIsDown, lineIsUp } from './live-state.ts'

/** What the stream says of one event. */
type Told = { type: string; object: string; namespace?: string; code?: string }
type Key = readonly [area: string, name: string, request?: { params?: Record<string, string> }]

/** The areas whose answers an event of a kind of object can change. */
const TOUCHED: Record<string, readonly AreaName[]> = {
  item: ['apps', 'docflow', 'registration', 'messages'],
  task: ['tasks', 'bpm', 'processes', 'messages', 'notifications'],
  instance: ['bpm', 'processes', 'tasks', 'messages'],
  incident: ['bpm', 'processes'],
  registration: ['registration'],
  channel: ['messages', 'notifications', 'disk'],
  message: ['messages'],
  comment: ['messages'],
  notification: ['notifications', 'messages'],
  file: ['disk', 'messages'],
  directory: ['disk'],
  user: ['users', 'access', 'scheme'],
  group: ['scheme', 'access'],
  solution: ['solutions', 'scheme', 'apps', 'bpm', 'processes'],
  substitution: ['substitutions'],
  segment: ['marketing'],
  subscriber: ['marketing'],
  'nomenclature.directory': ['nomenclature'],
  'nomenclature.folder': ['nomenclature'],
  storage: ['storage'],
  module: ['telephony', 'scheme'],
  webhook: ['webhooks'],
  token: ['access'],
}

/** Answers about another app than the one that changed are still good. */
function isTouched(key: Key, { type, object, namespace, code }: Told): boolean {
  // Tells of a user, but only how much is new changes.
  if (type === 'stream.read') return key[0] === 'messages'
  const kind = object.split(':', 1)[0] ?? ''
  // An item shows its open tasks.
  if (kind === 'task' && key[0] === 'apps' && key[1] === 'getItem') return true
  if (!TOUCHED[kind]?.includes(key[0] as AreaName)) return false
  const params = key[2]?.params
  if (kind !== 'item' || params?.namespace === undefined || params.code === undefined) return true
  return params.namespace === namespace && params.code === code
}

const GATHER = 120

/** What others do appears by itself: the event log says which answers are stale. */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const source = new EventSource('/events?named=false')
    let told: Told[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      const events = told
      told = []
      timer = undefined
      void queries.invalidateQueries({
        predicate: ({ queryKey }) =>
          events.some((event) => isTouched(queryKey as unknown as Key, event)),
      })
    }
    let wasDown = false
    source.onopen = () => {
      lineIsUp()
      // Whatever was missed meanwhile comes with the last id; what has no events is asked again.
      if (wasDown) void queries.invalidateQueries()
      wasDown = false
    }
    source.onerror = () => {
      wasDown = true
      lineIsDown()
    }
    source.onmessage = ({ data }) => {
      told.push(JSON.parse(data))
      timer ??= setTimeout(refresh, GATHER)
    }
    return () => {
      lineIsUp()
      source.close()
      clearTimeout(timer)
    }
  }, [queries])
}

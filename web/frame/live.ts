import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AnswerKey, isStale, type StreamEvent } from '../kinds.ts'
import { Gathering } from './gathering.ts'
import { lineIsDown, lineIsUp } from './live-state.ts'
import { useSession } from './session.tsx'

/** What others do appears by itself: the event log says which answers are stale. */
export function useLive(): void {
  const queries = useQueryClient()
  // It begins where the session was asked for: whatever happens while the first answers come is told.
  const [begin] = useState(useSession().position)
  useEffect(() => {
    const source = new EventSource(`/events?named=false&lastEventId=${begin}`)
    let heard: StreamEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const gathering = new Gathering()
    const refresh = () => {
      const events = heard
      heard = []
      timer = undefined
      void gathering.ask(() =>
        queries.invalidateQueries({
          predicate: ({ queryKey }) =>
            events.some((event) => isStale(queryKey as unknown as AnswerKey, event)),
        }),
      )
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
      heard.push(JSON.parse(data))
      timer ??= setTimeout(refresh, gathering.wait)
    }
    return () => {
      lineIsUp()
      source.close()
      clearTimeout(timer)
    }
  }, [queries, begin])
}

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AnswerKey, isStale, type StreamEvent } from '../kinds.ts'
import { lineIsDown, lineIsUp } from './live-state.ts'
import { RefetchPace } from './refetch-pace.ts'
import { useSession } from './session.tsx'

/** Milliseconds: what happens at once is looked at once. */
const GATHER = 120
/** After so many milliseconds, and up to as many more, a stream that was refused is opened again. */
const AGAIN = 2000

/** What others do appears by itself: the event log says which answers are stale. */
export function useLive(): void {
  const queries = useQueryClient()
  // It begins where the session was asked for: whatever happens while the first answers come is told.
  const [begin] = useState(useSession().position)
  useEffect(() => listen(queries, begin), [queries, begin])
}

function listen(queries: QueryClient, begin: number): () => void {
  const stale = new StaleAnswers(queries)
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = String(begin)
  let wasDown = false
  let refusals = 0
  const open = () => {
    // A position that is refused again may no longer be in the log: it begins anew.
    const from = refusals < 2 ? `&lastEventId=${last}` : ''
    source = new EventSource(`/events?named=false${from}`)
    source.onopen = () => {
      lineIsUp()
      // Whatever was missed meanwhile comes with the last id; what has no events is asked again.
      if (wasDown) void queries.invalidateQueries()
      wasDown = false
      refusals = 0
    }
    source.onerror = () => {
      wasDown = true
      lineIsDown()
      // A browser comes back by itself unless it was answered, as by a proxy whose server is away.
      if (source.readyState !== EventSource.CLOSED) return
      refusals++
      timer = setTimeout(open, AGAIN * (1 + Math.random()))
    }
    source.onmessage = ({ data, lastEventId }) => {
      last = lastEventId
      stale.hear(JSON.parse(data))
    }
  }
  open()
  return () => {
    lineIsUp()
    source.close()
    clearTimeout(timer)
    stale.stop()
  }
}

/** Marks answers as soon as something is heard, so that a page that is opened asks; pages that are open ask at intervals. */
class StaleAnswers {
  readonly #queries: QueryClient
  readonly #pace = new RefetchPace()
  readonly #waiting = new Set<string>()
  #heard: StreamEvent[] = []
  #marking: ReturnType<typeof setTimeout> | undefined
  #asking: ReturnType<typeof setTimeout> | undefined

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  hear(event: StreamEvent): void {
    this.#heard.push(event)
    this.#marking ??= setTimeout(() => this.#mark(), GATHER)
  }

  stop(): void {
    clearTimeout(this.#marking)
    clearTimeout(this.#asking)
  }

  #mark(): void {
    const events = this.#heard
    this.#heard = []
    this.#marking = undefined
    const predicate = ({ queryKey, state }: Query) =>
      events.some((event) => isStale(queryKey as unknown as AnswerKey, event, state.data))
    const active = this.#queries.getQueryCache().findAll({ type: 'active', predicate })
    void this.#queries.invalidateQueries({ predicate, refetchType: 'none' })
    // By name: an answer that is on its way takes the mark away, and may not know of the event.
    for (const { queryHash } of active) this.#waiting.add(queryHash)
    if (this.#waiting.size > 0) {
      this.#asking ??= setTimeout(() => this.#ask(), this.#pace.wait)
    }
  }

  #ask(): void {
    const wanted = new Set(this.#waiting)
    this.#waiting.clear()
    this.#asking = undefined
    void this.#pace.ask(() =>
      this.#queries.refetchQueries({
        type: 'active',
        predicate: ({ queryHash }) => wanted.has(queryHash),
      }),
    )
  }
}

import { useQuery } from '@tanstack/react-query'
import { client } from '../../../client.ts'

export type Mapping = Record<string, string>
/** What becomes of an instance: it moves, it moves later, or the reason why it cannot. */
export type Outcome = { is: 'moved' } | { is: 'queued' } | { is: 'refused'; reason: string }
export type Outcomes = Record<string, Outcome>

export type MoveOptions = { timers: 'keep' | 'recompute'; queue: boolean }
export type MoveRequest = MoveOptions & {
  process: { namespace: string; code: string }
  ids: readonly string[]
  mapping: Mapping
}

type Errors = Record<string, string>

async function call(request: MoveRequest, dryRun: boolean): Promise<Errors> {
  const { process, ids, mapping, timers, queue } = request
  const { errors = {} } = await client.bpm.moveVersions({
    params: { namespace: process.namespace, code: process.code },
    input: { instanceIds: [...ids], mapping, timers, queue, dryRun },
  })
  return errors
}

/** What the newest version would make of each. Who moves now is known by asking without the queue. */
async function tryAll(request: MoveRequest): Promise<Outcomes> {
  if (request.ids.length === 0) return {}
  const now = await call({ ...request, queue: false }, true)
  const isQueued = request.queue && Object.keys(now).length > 0
  const ever = isQueued ? await call(request, true) : now
  return Object.fromEntries(request.ids.map((id) => [id, outcomeOf(now[id], ever[id])]))
}

const outcomeOf = (now: string | undefined, ever: string | undefined): Outcome => {
  if (ever !== undefined) return { is: 'refused', reason: ever }
  return { is: now === undefined ? 'moved' : 'queued' }
}

/** Moves those that can, and says what became of each. */
export async function moveAll(request: MoveRequest): Promise<Outcomes> {
  const before = await tryAll(request)
  const errors = await call(request, false)
  return Object.fromEntries(
    request.ids.map((id) => {
      const reason = errors[id]
      const expected = before[id]?.is === 'queued' ? 'queued' : 'moved'
      return [id, reason === undefined ? { is: expected } : { is: 'refused', reason }]
    }),
  )
}

export const useDryRun = (request: MoveRequest) => {
  const { ids, mapping, timers, queue } = request
  return useQuery({
    queryKey: ['processes', 'dry run', { ids, mapping, timers, queue }],
    queryFn: () => tryAll(request),
  })
}

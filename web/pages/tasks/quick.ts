import { useQuery } from '@tanstack/react-query'
import { client, type ReplyOf } from '../../client.ts'

export type Quick = ReplyOf<'tasks', 'quickExits'>['tasks'][number]
export type QuickExit = Quick['exits'][number]

let waiting = new Map<string, PromiseWithResolvers<Quick | null>>()

/** Rows that come into sight together ask together. */
function ask(id: string): Promise<Quick | null> {
  if (waiting.size === 0) setTimeout(() => void askTogether(), 10)
  const asked = waiting.get(id) ?? Promise.withResolvers<Quick | null>()
  waiting.set(id, asked)
  return asked.promise
}

async function askTogether(): Promise<void> {
  const together = waiting
  waiting = new Map()
  try {
    const { tasks } = await client.tasks.quickExits({ input: { ids: [...together.keys()] } })
    const found = new Map(tasks.map((each) => [each.id, each]))
    for (const [id, { resolve }] of together) resolve(found.get(id) ?? null)
  } catch (error) {
    for (const { reject } of together.values()) reject(error)
  }
}

/** What a task can be closed with right from a list; none while it is not known. */
export function useQuickExits(id: string): QuickExit[] {
  const { data } = useQuery({
    queryKey: ['tasks', 'quickExits', { id }],
    queryFn: () => ask(id),
    staleTime: 60_000,
  })
  return data?.exits ?? []
}

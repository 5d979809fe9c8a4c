import { useQueries } from '@tanstack/react-query'
import { client } from '../client.ts'

/** Where ids lead to: people, groups, or the items of an app as `namespace/code`. */
export type Source = 'users' | 'groups' | `${string}/${string}`

export type Named = { id: string; name: string }

type Row = { __id: string; __name?: unknown }

const placeOf = (source: Source) => {
  const [namespace = '', code = ''] = source.split('/')
  return { namespace, code }
}

type ListInput = NonNullable<NonNullable<Parameters<typeof client.users.list>[0]>['input']>

/** What a list request finds in a source, by name. */
export async function listNamed(source: Source, input: ListInput): Promise<Named[]> {
  const named = { ...input, fields: { __name: true }, total: false }
  const { result } = await listOf(source, named)
  return (result.result as Row[]).map(({ __id, __name }) => ({ id: __id, name: String(__name) }))
}

function listOf(source: Source, input: ListInput) {
  if (source === 'users') return client.users.list({ input })
  if (source === 'groups') return client.scheme.listGroups({ input })
  return client.apps.listItems({ params: placeOf(source), input })
}

/** Begins like the keys of the client, so that an event finds the names that it changed. */
export const namesKey = (source: Source, rest: { id: string } | { text: string }) => {
  if (source === 'users') return ['users', 'names', rest] as const
  if (source === 'groups') return ['scheme', 'names', rest] as const
  return ['apps', 'names', { params: placeOf(source), ...rest }] as const
}

type Waiting = Map<string, PromiseWithResolvers<string | null>>
const waiting = new Map<Source, Waiting>()

/** What a page shows at once is asked for at once, however many cells want a name. */
function askName(source: Source, id: string): Promise<string | null> {
  const together = waiting.get(source) ?? new Map()
  if (together.size === 0) setTimeout(() => void askTogether(source), 5)
  waiting.set(source, together)
  const asked = together.get(id) ?? Promise.withResolvers<string | null>()
  together.set(id, asked)
  return asked.promise
}

async function askTogether(source: Source): Promise<void> {
  const together: Waiting = waiting.get(source) ?? new Map()
  waiting.delete(source)
  try {
    const ids = [...together.keys()]
    // Deleted ones keep their name: a link to them is still there.
    const rows = await listNamed(source, { ids, size: ids.length })
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    for (const [id, { resolve }] of together) resolve(names.get(id) ?? null)
  } catch (error) {
    for (const { reject } of together.values()) reject(error)
  }
}

const FRESH = 60_000

/** Names by id; null where there is none or the reader may not see it, absent while it comes. */
export function useNames(source: Source, ids: readonly string[]): Map<string, string | null> {
  const answers = useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: namesKey(source, { id }),
      queryFn: () => askName(source, id),
      staleTime: FRESH,
    })),
  })
  const known = [...new Set(ids)].flatMap((id, at) => {
    const answer = answers[at]
    if (answer?.data !== undefined) return [[id, answer.data] as const]
    return answer?.isError ? [[id, null] as const] : []
  })
  return new Map(known)
}

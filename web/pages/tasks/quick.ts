import { useQueries, useQuery } from '@tanstack/react-query'
import { client, type ReplyOf } from '../../client.ts'
import { useTexts } from '../../texts/index.ts'
import type { Row } from './rows.ts'

export type Quick = ReplyOf<'tasks', 'quickExits'>['tasks'][number]
export type QuickExit = Quick['exits'][number]

/** As many tasks as the server takes at once. */
const MOST = 200

let waiting = new Map<string, PromiseWithResolvers<Quick | null>>()

/** Rows that come into sight together ask together. */
function ask(id: string): Promise<Quick | null> {
  if (waiting.size === 0) setTimeout(() => void askAll(), 10)
  const asked = waiting.get(id) ?? Promise.withResolvers<Quick | null>()
  waiting.set(id, asked)
  return asked.promise
}

async function askAll(): Promise<void> {
  const all = [...waiting]
  waiting = new Map()
  for (let at = 0; at < all.length; at += MOST) await askTogether(new Map(all.slice(at, at + MOST)))
}

async function askTogether(together: typeof waiting): Promise<void> {
  try {
    const { tasks } = await client.tasks.quickExits({ input: { ids: [...together.keys()] } })
    const found = new Map(tasks.map((each) => [each.id, each]))
    for (const [id, { resolve }] of together) resolve(found.get(id) ?? null)
  } catch (error) {
    for (const { reject } of together.values()) reject(error)
  }
}

const queryOf = (id: string) => ({
  queryKey: ['tasks', 'quickExits', { id }],
  queryFn: () => ask(id),
  staleTime: 60_000,
})

/** Service levels and suspension of a task in a list. */
export function useMarks(id: string): Pick<Quick, 'sla' | 'suspendedAt'> | undefined {
  return useQuery(queryOf(id)).data ?? undefined
}

/** What a task can be closed with right from a list; none while it is not known. */
export function useQuickExits(id: string): QuickExit[] {
  const t = useTexts().tasks
  const { data } = useQuery(queryOf(id))
  return (data?.exits ?? []).map((exit) => ({ ...exit, name: t.exit(exit.name) }))
}

/** One way out of several tasks: exits are the same where they are called the same. */
export type CommonExit = {
  name: string
  buttonClass: string
  /** Those that have it and need no form for it. */
  tasks: { row: Row; exit: QuickExit }[]
}

/** The exits that several tasks can take without their forms. */
export function useCommonExits(rows: readonly Row[]): CommonExit[] {
  const t = useTexts().tasks
  return useQueries({
    queries: rows.map(({ __id }) => queryOf(__id)),
    combine: (answers) => {
      const exits = new Map<string, CommonExit>()
      answers.forEach(({ data }, at) => {
        const row = rows[at]
        for (const exit of row ? (data?.exits ?? []) : []) {
          if (!row || exit.needsForm) continue
          const { buttonClass } = exit
          const name = t.exit(exit.name)
          const known = exits.get(name) ?? { name, buttonClass, tasks: [] }
          known.tasks.push({ row, exit })
          exits.set(name, known)
        }
      })
      return [...exits.values()]
    },
  })
}

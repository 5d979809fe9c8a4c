import { useApi } from '../../../api.ts'
import type { Draft } from '../draft/use-draft.ts'
import { nameOf } from '../parts.ts'

/** The apps that can be linked to: those of the draft, and those that the person sees. */
export function useApps(draft: Draft): { value: string; label: string }[] {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const own = (draft.info?.files ?? [])
    .filter(({ kind, state }) => kind === 'app' && state !== 'removed')
    .map((entry) => ({ value: `${entry.namespace}/${entry.code}`, label: nameOf(entry) }))
  const others = (data?.workspaces ?? []).flatMap(({ name, apps }) =>
    apps.map((app) => ({ value: `${app.namespace}/${app.code}`, label: `${app.name} (${name})` })),
  )
  const taken = new Set(own.map(({ value }) => value))
  return [...own, ...others.filter(({ value }) => !taken.has(value))]
}

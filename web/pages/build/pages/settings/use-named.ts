import { useApi } from '../../../../api.ts'
import type { Draft } from '../../draft/use-draft.ts'
import { nameOf } from '../../parts.ts'

type Option = { value: string; label: string }
type Kind = 'app' | 'report' | 'process' | 'contract'

/** The definitions of a kind that can be named: those of the draft, and those that the person sees. */
export function useNamed(draft: Draft, kind: Kind): Option[] {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const own = (draft.info?.files ?? [])
    .filter((entry) => entry.kind === kind && entry.state !== 'removed')
    .map((entry) => ({ value: `${entry.namespace}/${entry.code}`, label: nameOf(entry) }))
  const others = (data?.workspaces ?? []).flatMap(({ name, apps, reports, processes }) => {
    const all = { app: apps, report: reports, process: processes, contract: [] }[kind]
    return all.map((each) => ({
      value: `${each.namespace}/${each.code}`,
      label: `${each.name} (${name})`,
    }))
  })
  const taken = new Set(own.map(({ value }) => value))
  return [...own, ...others.filter(({ value }) => !taken.has(value))]
}

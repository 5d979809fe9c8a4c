import { useSearchParams } from 'react-router'
import type { RequestOf } from '../../../client.ts'
import { midnight } from '../../../days.ts'
import { objectAt } from '../../../kinds.ts'

const NAMES = ['actor', 'type', 'object', 'app', 'since', 'until'] as const
type Name = (typeof NAMES)[number]
export type Filters = Record<Name, string | null>
export type AuditQuery = NonNullable<RequestOf<'audit', 'list'>['input']>

const read = (search: URLSearchParams) =>
  Object.fromEntries(NAMES.map((name) => [name, search.get(name)])) as Filters

/** They stand in the address, so that what was found can be sent to somebody. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = read(search)
  const set = (part: Partial<Filters>) => {
    // Two choices in quick succession: the page may not have been drawn since the first.
    const known = read(new URLSearchParams(location.search))
    const next = Object.entries({ ...known, ...part }).filter(([, value]) => value)
    setSearch(next as [string, string][], { replace: true })
  }
  const isEmpty = Object.values(filters).every((value) => !value)
  return { filters, set, clear: () => setSearch({}), isEmpty }
}

/** The days are those of whoever looks; the last one is meant with its evening. */
export function toAsked({ actor, type, object, app, since, until }: Filters): AuditQuery {
  const [namespace, code] = app?.split('/') ?? []
  return {
    ...(actor && { actor }),
    ...(type && { type: type.trim() }),
    ...(object && { object: objectAt(object) }),
    ...(namespace && { namespace }),
    ...(code && { code }),
    ...(since && { since: midnight(since).toISOString() }),
    ...(until && { until: midnight(until, 1).toISOString() }),
  }
}

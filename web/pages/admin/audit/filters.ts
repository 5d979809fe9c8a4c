import { useSearchParams } from 'react-router'
import type { RequestOf } from '../../../client.ts'

const NAMES = ['actor', 'type', 'object', 'app', 'since', 'until'] as const
type Name = (typeof NAMES)[number]
export type Filters = Record<Name, string | null>
export type Asked = NonNullable<RequestOf<'audit', 'list'>['input']>

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

const startOf = (day: string) => new Date(`${day}T00:00:00`)

/** The days are those of whoever looks; the last one is meant with its evening. */
export function toAsked({ actor, type, object, app, since, until }: Filters): Asked {
  const [namespace, code] = app?.split('/') ?? []
  const end = until ? startOf(until) : undefined
  end?.setDate(end.getDate() + 1)
  return {
    ...(actor && { actor }),
    ...(type && { type: type.trim() }),
    ...(object && { object: toObject(object) }),
    ...(namespace && { namespace }),
    ...(code && { code }),
    ...(since && { since: startOf(since).toISOString() }),
    ...(end && { until: end.toISOString() }),
  }
}

const ADDRESSES: [RegExp, string][] = [
  [/\/apps\/([^/?#]+\/[^/?#]+\/[\da-f-]{36})/, 'item'],
  [/\/task\/([\da-f-]{36})/, 'task'],
  [/\/instances\/([\da-f-]{36})/, 'instance'],
  [/\/people\/([\da-f-]{36})/, 'user'],
  [/\/file\/([\da-f-]{36})/, 'file'],
  [/\/channels\/([\da-f-]{36})/, 'channel'],
  [/\/webhooks\/([\da-f-]{36})/, 'webhook'],
]

/** The address of a page means what the page shows. */
export function toObject(text: string): string {
  const found = ADDRESSES.map(([address, kind]) => {
    const path = address.exec(text)?.[1]
    return path && `${kind}:${path}`
  })
  return found.find(Boolean) ?? text.trim()
}

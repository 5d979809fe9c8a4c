import { useDebouncedValue } from '@mantine/hooks'
import { useApi } from '../../../api.ts'
import { useNames } from '../../../fields/names.ts'
import { objectAt, partsOf } from '../../../kinds.ts'
import { type Texts, useTexts } from '../texts.ts'

export type Kind = keyof Texts['admin']['access']['kinds']
/** Something rights are granted on, as `kind:path`. */
type Choice = { value: string; label: string }
export type Choices = { group: string; items: Choice[] }[]

/** Everything that has a place in the navigation, by kind. */
export function useKnownObjects(): Choices {
  const t = useTexts().admin.access.kinds
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const workspaces = data?.workspaces ?? []
  const inside = (kind: 'app' | 'process' | 'report', list: 'apps' | 'processes' | 'reports') => ({
    group: t[kind],
    items: workspaces.flatMap((workspace) =>
      workspace[list].map(({ namespace, code, name }) => ({
        value: `${kind}:${namespace}/${code}`,
        label: `${name} · ${workspace.name}`,
      })),
    ),
  })
  return [
    inside('app', 'apps'),
    {
      group: t.workspace,
      items: workspaces.map(({ code, name }) => ({ value: `workspace:${code}`, label: name })),
    },
    inside('process', 'processes'),
    inside('report', 'reports'),
  ]
}

const PAUSE = 200

/** Items by their name, or the one whose address was pasted. */
export function useFoundItems(text: string): Choices {
  const t = useTexts().admin.access.kinds
  const [asked] = useDebouncedValue(text.trim(), PAUSE)
  const pasted = objectAt(asked)
  const isPasted = pasted.startsWith('item:')
  const { data } = useApi(
    'search',
    'find',
    { input: { q: asked, kinds: 'item' } },
    { enabled: asked.length > 1 && !isPasted, keep: true },
  )
  const pastedName = useObjectName(isPasted ? pasted : '')
  if (isPasted) return [{ group: t.item, items: [{ value: pasted, label: pastedName }] }]
  const items = (asked.length > 1 ? (data?.results ?? []) : []).map(
    ({ namespace, code, id, title, subtitle }) => ({
      value: `item:${namespace}/${code}/${id}`,
      label: `${title} · ${subtitle}`,
    }),
  )
  return [{ group: t.item, items }]
}

/** What an object is called; its path as long as nobody knows. */
export function useObjectName(object: string): string {
  const known = useKnownObjects().flatMap(({ items }) => items)
  const { kind, path } = partsOf(object)
  const [namespace = '', code = '', id = ''] = path.split('/')
  const names = useNames(`${namespace}/${code}`, kind === 'item' && id ? [id] : [])
  const label = known.find(({ value }) => value === object)?.label
  return names.get(id) ?? label?.split(' · ')[0] ?? path
}

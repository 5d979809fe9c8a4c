import { useApi } from '../../api.ts'
import { client, type ReplyOf } from '../../client.ts'
import { useTexts } from '../../texts/index.ts'

export type Entry = ReplyOf<'storage', 'entries'>['entries'][number]
export type At = Pick<Entry, 'place' | 'key'>

const SYSTEM = 'system'

/** `system`, `<namespace>` or `<namespace>/<code>`, with what people call them. */
export function useScopes() {
  const t = useTexts().storage
  const navigation = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const modules = useApi('scheme', 'listModules', { params: {} }, { fresh: 60_000 })
  const scopes = [
    { value: SYSTEM, label: t.system },
    ...(navigation.data?.workspaces ?? []).flatMap(({ code, name, apps }) => [
      { value: code, label: name },
      ...apps.map((app) => ({
        value: `${app.namespace}/${app.code}`,
        label: `${name} · ${app.name}`,
      })),
    ]),
    ...(modules.data?.result.result ?? []).map(({ namespace, name }) => ({
      value: namespace,
      label: t.module(name),
    })),
  ]
  const names = new Map(scopes.map(({ value, label }) => [value, label]))
  return { scopes, nameOf: (place: string) => names.get(place) ?? place }
}

type Headers = { 'if-match'?: string; 'if-none-match'?: '*'; 'kontor-ttl'?: number }

const split = (place: string) => {
  const [namespace = '', code] = place.split('/')
  return { namespace, code }
}

/** Each kind of place has addresses of its own; here they are one. */
export function readEntry({ place, key }: At) {
  const { namespace, code } = split(place)
  if (place === SYSTEM) return client.storage.getSystem({ params: { key } })
  if (code === undefined) return client.storage.getWorkspace({ params: { namespace, key } })
  return client.storage.getApp({ params: { namespace, code, key } })
}

export function saveEntry({ place, key }: At, data: string, headers: Headers) {
  const { namespace, code } = split(place)
  const input = { data }
  if (place === SYSTEM) return client.storage.saveSystem({ params: { key }, input, headers })
  if (code === undefined) {
    return client.storage.saveWorkspace({ params: { namespace, key }, input, headers })
  }
  return client.storage.saveApp({ params: { namespace, code, key }, input, headers })
}

export function deleteEntry({ place, key }: At, headers: Pick<Headers, 'if-match'>) {
  const { namespace, code } = split(place)
  if (place === SYSTEM) return client.storage.deleteSystem({ params: { key }, headers })
  if (code === undefined) {
    return client.storage.deleteWorkspace({ params: { namespace, key }, headers })
  }
  return client.storage.deleteApp({ params: { namespace, code, key }, headers })
}

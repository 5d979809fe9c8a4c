import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import type { Field } from '../../../fields/field.ts'
import { useMe } from '../../../frame/session.tsx'

export type AppAddress = { namespace: string; code: string }
export type ItemAddress = AppAddress & { id: string }
export type App = ReplyOf<'scheme', 'getApp'>['application']
export type Item = ReplyOf<'apps', 'getItem'>['item']
/** A field that the reader cannot change as long as the item has its status. */
export type Locked = NonNullable<ReplyOf<'apps', 'getItem'>['locked']>[number]
export type Values = Record<string, unknown>

export const useApp = ({ namespace, code }: AppAddress) =>
  useApi('scheme', 'getApp', { params: { namespace, code } }, { fresh: 60_000 })

export const useItem = ({ namespace, code, id }: ItemAddress, enabled = true) =>
  useApi('apps', 'getItem', { params: { namespace, code, id }, input: {} }, { enabled })

const NO_RIGHTS = { create: false, update: false, delete: false, import: false, export: false }

/** What the caller may do in an app. */
export function useRights({ namespace, code }: AppAddress) {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const apps = data?.workspaces.flatMap((workspace) => workspace.apps) ?? []
  return apps.find((app) => app.namespace === namespace && app.code === code)?.rights ?? NO_RIGHTS
}

/** Authors and those who have a task may have rights that others in the app have not. */
export function useMayChange(address: AppAddress, item: Item): boolean {
  const me = useMe()
  const rights = useRights(address)
  const performers = (item.__tasks_performers ?? []) as string[]
  return rights.update || item.__createdBy === me.id || performers.includes(me.id)
}

export const isOwn = ({ code, deleted }: Field) => !code.startsWith('__') && !deleted

export const hasFreeName = ({ params }: Pick<App, 'params'>): boolean => !params.nameTemplate

/** Everything that the view form names, and whatever else has something to say. */
export function viewFields(app: App, item: Item): Field[] {
  const own = app.fields.filter(isOwn)
  const form = [app.forms.view, app.forms.edit].find(({ tabs }) => tabs)
  if (!form) return own
  const first = form.fields.flatMap(({ code }) => own.find((field) => field.code === code) ?? [])
  const rest = own.filter((field) => !first.includes(field) && !isBlank(item[field.code]))
  return [...first, ...rest]
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

const isLong = ({ type, data }: Field): boolean =>
  ['TABLE', 'JSON'].includes(type) ||
  (type === 'STRING' && ['multiline', 'markdown', 'html'].includes(String(data.kind)))

/** Texts and tables need the whole width, as long as there is something in them. */
export const isWideView = (field: Field, value: unknown): boolean =>
  isLong(field) && !isBlank(value)

export const isWideInput = (field: Field): boolean =>
  isLong(field) || ['FULL_NAME', 'REF_ITEM'].includes(field.type) || field.code === '__name'

export const etagOf = (item: Item): string => `"${item.__version}"`

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

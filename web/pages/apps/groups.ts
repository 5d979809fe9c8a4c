import type { Field } from '../../fields/field.ts'
import { asList, isSingle } from '../../fields/parts.tsx'
import type { FilterJson } from './filter/to-json.ts'

const GROUPED = ['STATUS', 'CATEGORY', 'SYS_USER', 'SYS_COLLECTION', 'BOOLEAN']

/** Whether items with one value of a field can stand together. */
export const canGroupBy = (field: Field): boolean =>
  GROUPED.includes(field.type) &&
  (field.type === 'CATEGORY' ? !field.data.multiple : isSingle(field))

/** People and links have no order of their own: where most is, is first. */
export const orderOf = ({ type }: Field): 'key' | 'value' =>
  type === 'SYS_USER' || type === 'SYS_COLLECTION' ? 'value' : 'key'

type Valued = { code?: string; status?: number; __id?: string }

/** A value in one word, the same for an item and for a group of them; '' = none. */
export function wordOf(value: unknown): string {
  const [first] = asList<Valued | string | boolean>(value)
  if (first === undefined || first === null) return ''
  if (typeof first !== 'object') return String(first)
  return String(first.code ?? first.status ?? first.__id ?? '')
}

/** The items that have a value. */
export function filterOfValue({ code, type }: Field, value: unknown): FilterJson {
  const word = wordOf(value)
  if (word === '') return { tf: { [code]: null } }
  if (type === 'BOOLEAN') return { tf: { [code]: word === 'true' } }
  return { tf: { [code]: [type === 'STATUS' ? Number(word) : word] } }
}

/** What an item is given to have a value. */
export function valueToStore({ type }: Field, value: unknown): unknown {
  const word = wordOf(value)
  if (type === 'BOOLEAN') return word === '' ? null : word === 'true'
  if (word === '') return []
  return [type === 'CATEGORY' ? { code: word } : word]
}

/** The API takes an empty list for an empty filter. */
type Given = FilterJson | []

/** Both conditions, without what asks nothing. */
export function both(...filters: Given[]): FilterJson {
  const parts = filters.filter((each): each is FilterJson => Object.keys(each).length > 0)
  return parts.length > 1 ? { and: parts } : (parts[0] ?? {})
}

import { invalid } from '../../lib/errors.ts'

/** Where a value is in a file: keys of maps and indexes of lists. */
export type KeyPath = readonly (string | number)[]

export type YamlEdit =
  | { op: 'set'; at: KeyPath; value: unknown }
  | { op: 'remove'; at: KeyPath }
  | { op: 'insert'; at: KeyPath; value: unknown }
  | { op: 'move'; at: KeyPath; to: number }
  | { op: 'renameKey'; at: KeyPath; to: string }

export type Values = Record<string, unknown>

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export const showPath = (at: KeyPath): string => (at.length === 0 ? 'the file' : at.join('.'))

export const missing = (at: KeyPath) => invalid(`there is no ${showPath(at)} in the file`)

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, at: KeyPath): unknown {
  let found = value
  for (const key of at) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

/** What the file must say after an edit. */
export function applyEdit(value: unknown, edit: YamlEdit): unknown {
  const { at } = edit
  const key = at.at(-1)
  if (key === undefined) {
    if (edit.op === 'set') return edit.value
    throw invalid('a path is required: the whole file can only be set')
  }
  const change = changeIn(edit, key)
  return within(value, at.slice(0, -1), change, edit.op === 'set' || edit.op === 'insert')
}

type Change = (parent: unknown) => unknown

/** Replaces what is at a path; missing maps on the way are made if something is to be put in. */
function within(value: unknown, at: KeyPath, change: Change, makes: boolean): unknown {
  const [key, ...rest] = at
  if (key === undefined) return change(value)
  const inner = valueAt(value, [key])
  if (inner === undefined && (!makes || typeof key === 'number')) throw missing(at)
  const next = within(inner, rest, change, makes)
  if (Array.isArray(value)) return value.with(Number(key), next)
  if (value !== undefined && value !== null && !isValues(value)) throw missing(at)
  return put((value ?? {}) as Values, String(key), next)
}

/** Own properties only, whatever a key is called. */
const put = (map: Values, key: string, value: unknown): Values =>
  Object.fromEntries([
    ...Object.entries(map).map(([name, each]) => [name, name === key ? value : each] as const),
    ...(Object.hasOwn(map, key) ? [] : [[key, value] as const]),
  ])

const changeIn = (edit: YamlEdit, key: string | number): Change =>
  ({
    set: () => (parent: unknown) => setIn(parent, key, edit),
    remove: () => (parent: unknown) => removeIn(parent, key, edit),
    insert: () => (parent: unknown) => insertIn(parent, key, edit),
    move: () => (parent: unknown) => moveIn(parent, key, edit),
    renameKey: () => (parent: unknown) => renameIn(parent, key, edit),
  })[edit.op]()

function setIn(parent: unknown, key: string | number, edit: YamlEdit): unknown {
  const { value } = edit as Extract<YamlEdit, { op: 'set' }>
  if (Array.isArray(parent)) return parent.with(indexIn(parent, key, edit), value)
  if (parent !== undefined && parent !== null && !isValues(parent)) throw missing(edit.at)
  if (!isValues(parent) && typeof key === 'number') throw missing(edit.at)
  return put(isValues(parent) ? parent : {}, String(key), value)
}

function removeIn(parent: unknown, key: string | number, edit: YamlEdit): unknown {
  if (Array.isArray(parent)) return parent.toSpliced(indexIn(parent, key, edit), 1)
  if (!isValues(parent) || !Object.hasOwn(parent, key)) throw missing(edit.at)
  return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== String(key)))
}

function insertIn(parent: unknown, key: string | number, edit: YamlEdit): unknown {
  const { value } = edit as Extract<YamlEdit, { op: 'insert' }>
  const list = parent ?? []
  if (!Array.isArray(list) || typeof key !== 'number') {
    throw invalid(`${showPath(edit.at.slice(0, -1))} is not a list`)
  }
  if (key < 0 || key > list.length) throw missing(edit.at)
  return list.toSpliced(key, 0, value)
}

function moveIn(parent: unknown, key: string | number, edit: YamlEdit): unknown {
  const { to } = edit as Extract<YamlEdit, { op: 'move' }>
  if (Array.isArray(parent)) return moved(parent, indexIn(parent, key, edit), to)
  if (!isValues(parent) || !Object.hasOwn(parent, key)) throw missing(edit.at)
  const entries = Object.entries(parent)
  const from = entries.findIndex(([name]) => name === String(key))
  return Object.fromEntries(moved(entries, from, to))
}

function renameIn(parent: unknown, key: string | number, edit: YamlEdit): unknown {
  const { to } = edit as Extract<YamlEdit, { op: 'renameKey' }>
  if (!isValues(parent) || !Object.hasOwn(parent, key)) throw missing(edit.at)
  if (to !== key && Object.hasOwn(parent, to)) {
    throw invalid(`${showPath([...edit.at.slice(0, -1), to])} is already in the file`)
  }
  return Object.fromEntries(
    Object.entries(parent).map(([name, value]) => [name === String(key) ? to : name, value]),
  )
}

/** The list with one member moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) throw invalid(`there is no place ${to} to move to`)
  const [taken] = list.slice(from, from + 1)
  return list.toSpliced(from, 1).toSpliced(to, 0, taken as T)
}

function indexIn(list: unknown[], key: string | number, { at }: YamlEdit): number {
  if (typeof key !== 'number' || key < 0 || key >= list.length) throw missing(at)
  return key
}

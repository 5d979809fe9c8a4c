import type { DraftFile, Edit, KeyPath } from './types.ts'

/** A file as it is here: only the server knows the text that changes by key path make of it. */
export type LocalFile = DraftFile & { isTextOld?: true }
export type Files = Readonly<Record<string, LocalFile>>

/** The files after some edits, as far as they can be known without the server. */
export const applyEdits = (files: Files, edits: readonly Edit[]): Files =>
  edits.reduce(applyEdit, files)

function applyEdit(files: Files, edit: Edit): Files {
  const { [edit.file]: file, ...others } = files
  switch (edit.op) {
    case 'create':
    case 'write':
      return { ...files, [edit.file]: written(file, edit) }
    case 'delete':
      return others
    case 'rename':
      return file ? { ...others, [edit.to]: { ...file, path: edit.to } } : files
    default:
      return file ? { ...files, [edit.file]: withChange(file, edit) } : files
  }
}

const withChange = (file: LocalFile, edit: Placed): LocalFile => ({
  ...file,
  value: changed(file.value, edit),
  isTextOld: true,
})

type Content = Extract<Edit, { op: 'create' | 'write' }>

/** What a text means is known when the server has read it; until then the old value stands. */
function written(file: LocalFile | undefined, edit: Content): LocalFile {
  const { file: path, text, base64 } = edit
  const known = (edit.op === 'create' ? edit.value : undefined) ?? file?.value
  return {
    path,
    state: file?.state ?? 'added',
    ...(text !== undefined && { text }),
    ...(base64 !== undefined && { base64 }),
    ...(known !== undefined && { value: known }),
  }
}

type Placed = Extract<Edit, { at: KeyPath }>
type Branch = Record<string, unknown> | unknown[]

/** A value with one of its parts changed; what is not on the way stays the same object. */
function changed(value: unknown, edit: Placed): unknown {
  const [key, ...rest] = edit.at
  if (key === undefined) return edit.op === 'set' ? edit.value : value
  if (rest.length === 0) return changedHere(branchOf(value, key), key, edit)
  const branch = branchOf(value, key)
  const inner = changed(valueAt(branch, [key]), { ...edit, at: rest })
  return withKey(branch, key, inner)
}

const branchOf = (value: unknown, key: string | number): Branch => {
  if (Array.isArray(value)) return value
  if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  return typeof key === 'number' ? [] : {}
}

const withKey = (branch: Branch, key: string | number, value: unknown): Branch =>
  Array.isArray(branch) ? Object.assign([...branch], { [key]: value }) : { ...branch, [key]: value }

function changedHere(branch: Branch, key: string | number, edit: Placed): Branch {
  switch (edit.op) {
    case 'set':
      return withKey(branch, key, edit.value)
    case 'remove':
      return Array.isArray(branch) ? branch.toSpliced(Number(key), 1) : withoutKey(branch, key)
    case 'insert':
      return Array.isArray(branch)
        ? branch.toSpliced(Number(key), 0, edit.value)
        : withKey(branch, key, edit.value)
    case 'move':
      return moved(branch, key, edit.to)
    case 'renameKey':
      return Array.isArray(branch) ? branch : withNewKey(branch, key, edit.to)
  }
}

const withoutKey = (branch: Record<string, unknown>, key: string | number) => {
  const { [key]: _, ...others } = branch
  return others
}

const withNewKey = (branch: Record<string, unknown>, key: string | number, to: string) =>
  Object.fromEntries(
    Object.entries(branch).map(([each, value]) => [each === key ? to : each, value]),
  )

/** To another place in a list, or of a map, whose keys have an order as well. */
function moved(branch: Branch, key: string | number, to: number): Branch {
  if (Array.isArray(branch)) {
    const at = Number(key)
    return branch.toSpliced(at, 1).toSpliced(to, 0, branch[at])
  }
  const entries = Object.entries(branch)
  const at = entries.findIndex(([each]) => each === key)
  const [entry] = entries.slice(at, at + 1)
  return at < 0 || !entry
    ? branch
    : Object.fromEntries(entries.toSpliced(at, 1).toSpliced(to, 0, entry))
}

/** The part of a value at a path. */
export const valueAt = (value: unknown, at: KeyPath): unknown =>
  at.reduce<unknown>(
    (above, key) =>
      above !== null && typeof above === 'object'
        ? (above as Record<string | number, unknown>)[key]
        : undefined,
    value,
  )

/** The edits that take an edit back. */
export function inverseOf(files: Files, edit: Edit): Edit[] {
  const before = files[edit.file]
  const { file } = edit
  switch (edit.op) {
    case 'create':
      return [{ file, op: 'delete' }]
    case 'write':
      return before ? rewritten(before) : []
    case 'delete':
      return before ? [{ file, op: 'create', ...contentOf(before) }] : []
    case 'rename':
      return [{ file: edit.to, op: 'rename', to: file }]
    default:
      return inverseInside(before?.value, edit)
  }
}

/** A file that was just made has no text yet. */
const rewritten = (before: LocalFile): Edit[] => {
  const { path: file, text, base64 } = before
  if (text !== undefined && !before.isTextOld) return [{ file, op: 'write', text }]
  if (base64 !== undefined) return [{ file, op: 'write', base64 }]
  return [
    { file, op: 'delete' },
    { file, op: 'create', value: before.value },
  ]
}

const contentOf = ({ text, base64, value, isTextOld }: LocalFile) => {
  if (base64 !== undefined) return { base64 }
  return text === undefined || isTextOld ? { value } : { text }
}

function inverseInside(value: unknown, edit: Placed): Edit[] {
  const { file, at } = edit
  const [above, key = ''] = [valueAt(value, at.slice(0, -1)), at.at(-1)]
  const before = valueAt(value, at)
  switch (edit.op) {
    case 'insert':
      return [{ file, op: 'remove', at }]
    case 'move': {
      const from = Array.isArray(above) ? Number(key) : placeOf(above, key)
      const now = Array.isArray(above) ? [...at.slice(0, -1), edit.to] : at
      return [{ file, op: 'move', at: now, to: from }]
    }
    case 'renameKey':
      return [{ file, op: 'renameKey', at: [...at.slice(0, -1), edit.to], to: String(key) }]
    case 'set':
      if (before !== undefined) return [{ file, op: 'set', at, value: before }]
      return [{ file, op: 'remove', at: firstMissing(value, at) }]
    case 'remove':
      if (before === undefined) return []
      if (Array.isArray(above)) return [{ file, op: 'insert', at, value: before }]
      return [
        { file, op: 'set', at, value: before },
        { file, op: 'move', at, to: placeOf(above, key) },
      ]
  }
}

const placeOf = (map: unknown, key: string | number) =>
  Object.keys((map ?? {}) as object).indexOf(String(key))

/** A set makes the maps on its way; taking it back takes them as well. */
function firstMissing(value: unknown, at: KeyPath): KeyPath {
  const length = at.findIndex((_, index) => valueAt(value, at.slice(0, index + 1)) === undefined)
  return length < 0 ? at : at.slice(0, length + 1)
}

/** Typing a word is one edit, not one for each letter. */
export function joinEdits(before: readonly Edit[], next: readonly Edit[]): Edit[] {
  const [only, ...others] = next
  const last = before.at(-1)
  const isSame =
    others.length === 0 &&
    last?.file === only?.file &&
    last?.op === only?.op &&
    ((last?.op === 'set' && only?.op === 'set' && isSamePath(last.at, only.at)) ||
      last?.op === 'write')
  return isSame ? [...before.slice(0, -1), ...next] : [...before, ...next]
}

export const isSamePath = (one: KeyPath, other: KeyPath): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index])

/** Whether a path is another one or leads into it. */
export const isWithin = (path: KeyPath, above: KeyPath): boolean =>
  above.length <= path.length && above.every((key, index) => key === path[index])

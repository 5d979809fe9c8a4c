import { byOwnKey, byPlace } from '../../definitions/yaml/merge-lists.ts'

/** One difference: in words, where it is, and as values before and after. */
export type Difference = {
  text: string
  what: string
  /** Keys and codes; members of lists without either by their number. Empty for the whole. */
  at: string[]
  before: unknown
  after: unknown
}

/** The differences between two bodies of a definition, in words. */
export function compareBodies(before: unknown, after: unknown): Difference[] {
  const found = differences(plain(before), plain(after), { label: '', at: [] })
  const isOther = found.length === 0 && textOf(before) !== textOf(after)
  return isOther ? [inOrder('order', [], { before: null, after: null })] : found
}

export const inWords = (before: unknown, after: unknown): string[] =>
  compareBodies(before, after).map(({ text }) => text)

type Values = { before: unknown; after: unknown }

const inOrder = (what: string, at: string[], values: Values): Difference => ({
  text: `${what} changed`,
  what,
  at,
  ...values,
})

const textOf = (value: unknown) => JSON.stringify(value)
const plain = (value: unknown): unknown => JSON.parse(textOf(value) ?? 'null')

/** Keys that contain maps of fields, and the word for one entry. */
const NOUNS = new Map([
  ['fields', 'field'],
  ['columns', 'column'],
  ['variables', 'variable'],
  ['parameters', 'parameter'],
  ['input', 'input'],
  ['output', 'output'],
  ['views', 'view'],
])

const nounOf = (label: string) => NOUNS.get(label.split('.').at(-1) ?? '')

type Location = { label: string; at: string[] }

const placeIn = ({ label, at }: Location, key: string): Location => ({
  label: labelOf(label, key),
  at: [...at, key],
})

function differences(before: unknown, after: unknown, place: Location): Difference[] {
  if (textOf(before) === textOf(after)) return []
  const { label, at } = place
  if (isListOfMaps(before) && isListOfMaps(after)) return listWords(before, after, place)
  const [old, wanted] = [asMap(before), asMap(after)]
  if (old && wanted) return memberWords(old, wanted, place)
  const values = { before: before ?? null, after: after ?? null }
  return [{ text: leafWords(before, after, label), what: label, at, ...values }]
}

const added = (after: unknown, { label, at }: Location): Difference => ({
  text: `${label} added${kindOf(after)}`,
  ...{ what: label, at, before: null, after },
})

const removed = (before: unknown, { label, at }: Location): Difference => ({
  text: `${label} removed${kindOf(before)}`,
  ...{ what: label, at, before, after: null },
})

function memberWords(old: Members, wanted: Members, place: Location): Difference[] {
  const isOfFields = nounOf(place.label) !== undefined
  const renamed = isOfFields ? renamedIn(old, wanted) : new Map<string, string>()
  const gone = [...old.keys()].filter((key) => ![...renamed.values()].includes(key))
  const keys = new Set([...wanted.keys(), ...gone])
  const changes = [...keys].flatMap((key) => {
    const inside = placeIn(place, key)
    const [was, is] = [old.get(key), wanted.get(key)]
    const from = renamed.get(key)
    if (from !== undefined) return renameWords(place, { from, to: key }, [old.get(from), is])
    if (!old.has(key)) return [added(is, inside)]
    return wanted.has(key) ? differences(was, is, inside) : [removed(was, inside)]
  })
  return isOfFields ? [...changes, ...orderWords(old, wanted, place)] : changes
}

/** Members with codes or names are compared by them, others by their places. */
function listWords(before: unknown[], after: unknown[], place: Location): Difference[] {
  const lists = { base: before, mine: after, theirs: after }
  const own = byOwnKey(lists)
  if (own) {
    const [old, wanted] = [own.base as Members, own.mine as Members]
    const changes = memberWords(old, wanted, place)
    return nounOf(place.label) ? changes : [...changes, ...orderWords(old, wanted, place)]
  }
  const { base, mine } = byPlace(lists) ?? { base: new Map(), mine: new Map() }
  const numbered = (index: number) => placeIn(place, `${index + 1}`)
  return [
    ...[...mine].flatMap(([key, is], index) =>
      base.has(key)
        ? differences(base.get(key), is, numbered(index))
        : [added(is, numbered(index))],
    ),
    ...[...base].flatMap(([key, was], index) =>
      mine.has(key) ? [] : [removed(was, numbered(index))],
    ),
  ]
}

type Members = Map<string, unknown>

const formerCodes = (value: unknown): unknown[] => {
  const { renamedFrom } = (value ?? {}) as { renamedFrom?: unknown }
  return Array.isArray(renamedFrom) ? renamedFrom : []
}

/** The new code of each field that says it had another, or that had it when it was there before. */
function renamedIn(old: Members, wanted: Members): Map<string, string> {
  const renamed = new Map<string, string>()
  for (const [key, value] of wanted) {
    if (old.has(key)) continue
    const from = [...old.keys()].find(
      (each) =>
        !wanted.has(each) &&
        (formerCodes(value).includes(each) || formerCodes(old.get(each)).includes(key)),
    )
    if (from !== undefined && ![...renamed.values()].includes(from)) renamed.set(key, from)
  }
  return renamed
}

function renameWords(
  place: Location,
  { from, to }: { from: string; to: string },
  [was, is]: [unknown, unknown],
): Difference[] {
  const { label, at } = placeIn(place, from)
  const text = `${label} renamed to "${to}"`
  const without = (value: unknown) => ({ ...(value as object), renamedFrom: undefined })
  return [
    { text, what: label, at, before: from, after: to },
    ...differences(without(was), without(is), placeIn(place, to)),
  ]
}

/** Order is visible to people, so a different order is a difference. */
function orderWords(old: Members, wanted: Members, { label, at }: Location): Difference[] {
  const stayed = [...old.keys()].filter((key) => wanted.has(key))
  const order = [...wanted.keys()].filter((key) => old.has(key))
  if (stayed.every((key, index) => order[index] === key)) return []
  return [inOrder(`order of ${label}`, at, { before: stayed, after: order })]
}

function asMap(value: unknown): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new Map(Object.entries(value).filter(([, each]) => each !== undefined))
}

const isListOfMaps = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((each) => asMap(each) !== undefined)

function labelOf(label: string, key: string): string {
  const noun = nounOf(label)
  if (noun) return `${label.includes('.') ? `${label}: ` : ''}${noun} "${key}"`
  if (label === '') return key
  return label.endsWith('"') ? `${label}: ${key}` : `${label}.${key}`
}

const kindOf = (value: unknown): string => {
  const type = (value as { type?: unknown } | null)?.type
  if (typeof type === 'string') return ` (${type})`
  return typeof value === 'object' ? '' : ` (${show(value)})`
}

function leafWords(before: unknown, after: unknown, label: string): string {
  if (typeof before !== 'boolean' || typeof after !== 'boolean') {
    return `${label} ${show(before)} → ${show(after)}`
  }
  const at = label.search(/\w+$/)
  return `${label.slice(0, at)}${after ? 'now' : 'no longer'} ${label.slice(at)}`
}

const LONGEST = 60

function show(value: unknown): string {
  const text = textOf(value) ?? 'nothing'
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

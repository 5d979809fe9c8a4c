/** One difference: in words, and as values before and after. */
export type Difference = { text: string; what: string; before: unknown; after: unknown }

/** The differences between two bodies of a definition, in words. */
export function compareBodies(before: unknown, after: unknown): Difference[] {
  const found = differences(plain(before), plain(after), '')
  const isOther = found.length === 0 && textOf(before) !== textOf(after)
  return isOther ? [inOrder('order', { before: null, after: null })] : found
}

export const inWords = (before: unknown, after: unknown): string[] =>
  compareBodies(before, after).map(({ text }) => text)

const inOrder = (what: string, values: { before: unknown; after: unknown }): Difference => ({
  text: `${what} changed`,
  what,
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

function differences(before: unknown, after: unknown, label: string): Difference[] {
  if (textOf(before) === textOf(after)) return []
  const [old, wanted] = [asMap(before), asMap(after)]
  if (!old || !wanted) {
    return [
      {
        text: leafWords(before, after, label),
        what: label,
        before: before ?? null,
        after: after ?? null,
      },
    ]
  }
  const renamed = nounOf(label) ? renamedIn(old, wanted) : new Map<string, string>()
  const gone = [...old.keys()].filter((key) => ![...renamed.values()].includes(key))
  const keys = new Set([...wanted.keys(), ...gone])
  const changes = [...keys].flatMap((key) => {
    const name = labelOf(label, key)
    const [was, is] = [old.get(key), wanted.get(key)]
    const from = renamed.get(key)
    if (from !== undefined) return renameWords(label, { from, to: key }, [old.get(from), is])
    if (!old.has(key)) {
      return [{ text: `${name} added${kindOf(is)}`, what: name, before: null, after: is }]
    }
    if (!wanted.has(key)) {
      return [{ text: `${name} removed${kindOf(was)}`, what: name, before: was, after: null }]
    }
    return differences(was, is, name)
  })
  return [...changes, ...orderWords(old, wanted, label)]
}

type Values = Map<string, unknown>

const formerCodes = (value: unknown): unknown[] => {
  const { renamedFrom } = (value ?? {}) as { renamedFrom?: unknown }
  return Array.isArray(renamedFrom) ? renamedFrom : []
}

/** The new code of each field that says it had another, or that had it when it was there before. */
function renamedIn(old: Values, wanted: Values): Map<string, string> {
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
  label: string,
  { from, to }: { from: string; to: string },
  [was, is]: [unknown, unknown],
): Difference[] {
  const text = `${labelOf(label, from)} renamed to "${to}"`
  const without = (value: unknown) => ({ ...(value as object), renamedFrom: undefined })
  return [
    { text, what: labelOf(label, from), before: from, after: to },
    ...differences(without(was), without(is), labelOf(label, to)),
  ]
}

/** Fields are shown in their order, so another order is another app. */
function orderWords(old: Values, wanted: Values, label: string): Difference[] {
  const stayed = [...old.keys()].filter((key) => wanted.has(key))
  const order = [...wanted.keys()].filter((key) => old.has(key))
  const isSame = stayed.every((key, at) => order[at] === key)
  if (nounOf(label) === undefined || isSame) return []
  return [inOrder(`order of ${label}`, { before: stayed, after: order })]
}

/** Lists of things with codes are compared by code, sections and tabs by their names. */
function asMap(value: unknown): Values | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) {
    return new Map(Object.entries(value).filter(([, each]) => each !== undefined))
  }
  const keys = keysOf(value, 'code') ?? keysOf(value, 'name')
  return keys && new Map(value.map((each, at) => [keys[at] ?? '', each]))
}

/** Undefined unless each has one of its own. */
function keysOf(list: readonly unknown[], key: 'code' | 'name'): string[] | undefined {
  const keys = list.map((each) => (each as Record<string, unknown> | null)?.[key])
  const isOwn = keys.every((each, at) => typeof each === 'string' && keys.indexOf(each) === at)
  return isOwn ? (keys as string[]) : undefined
}

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

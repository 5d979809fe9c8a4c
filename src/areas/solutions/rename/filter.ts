import { hasRenamedValues, type RenameContext, type Scope } from './rename-context.ts'
import { renameDotted, renameEql } from './texts.ts'

type KeyPath = (string | number)[]

/** A value in a definition that changes with a rename. */
export type Mend = { at: KeyPath; isKey: boolean; before: unknown; after: unknown }

/** The fields, statuses and options that a filter names, in all of its forms. */
export function mendFilter(
  filter: unknown,
  at: KeyPath,
  place: { scope: Scope | undefined; context: RenameContext },
): Mend[] {
  if (typeof filter !== 'object' || filter === null) return []
  return Object.entries(filter).flatMap(([name, value]): Mend[] => {
    const key = Array.isArray(filter) ? Number(name) : name
    const own = [...at, key]
    if (name === 'field' && typeof value === 'string') return mendText(value, own, place, 'path')
    if (name === 'eql') return mendQuery(value, own, place)
    if (name === 'tf') return mendFields(value, own, place)
    return Array.isArray(value) && isAboutValues(value, place)
      ? [...mendFilter(value, own, place), ...mendValues(value, own, place)]
      : mendFilter(value, own, place)
  })
}

type InScope = { scope: Scope | undefined; context: RenameContext }

function mendText(text: string, at: KeyPath, { scope, context }: InScope, as: 'path' | 'eql') {
  const after = (as === 'path' ? renameDotted : renameEql)(text, scope, context)
  return after === text ? [] : [{ at, isKey: false, before: text, after }]
}

const mendQuery = (value: unknown, at: KeyPath, place: InScope): Mend[] => {
  if (typeof value === 'string') return mendText(value, at, place, 'eql')
  const { query } = (value ?? {}) as { query?: unknown }
  return typeof query === 'string' ? mendText(query, [...at, 'query'], place, 'eql') : []
}

function mendFields(value: unknown, at: KeyPath, { scope, context }: InScope): Mend[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([code, wanted]): Mend[] => {
    const own = [...at, code]
    const after = renameDotted(code, scope, context)
    if (after !== code) return [{ at: own, isKey: true, before: code, after }]
    return hasRenamedValues(code.split('.'), scope, context) ? inValue(wanted, own, context) : []
  })
}

/** `[{field: stage}, {const: won}]`: one side is the field whose values are renamed. */
const isAboutValues = (operands: readonly unknown[], { scope, context }: InScope): boolean =>
  operands.some((operand) => {
    const { field } = (operand ?? {}) as { field?: unknown }
    return typeof field === 'string' && hasRenamedValues(field.split('.'), scope, context)
  })

const mendValues = (operands: readonly unknown[], at: KeyPath, { context }: InScope): Mend[] =>
  operands.flatMap((operand, index) =>
    typeof operand === 'object' && operand !== null && !('field' in operand)
      ? inValue(operand, [...at, index], context)
      : [],
  )

/** The code by itself, in a list, or as `{code}`. */
function inValue(value: unknown, at: KeyPath, context: RenameContext): Mend[] {
  const { from, to } = context.renaming
  if (value === from) return [{ at, isKey: false, before: from, after: to }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    inValue(each, [...at, Array.isArray(value) ? Number(key) : key], context),
  )
}

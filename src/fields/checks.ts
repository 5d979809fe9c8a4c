import { z } from 'zod'
import { Id } from '../api/schemas.ts'
import { NIL_ID } from '../lib/ids.ts'
import { isStorable, UNSTORABLE } from '../lib/storable.ts'

export const StorableText = z.string().refine(isStorable, UNSTORABLE)

export const isId = (value: unknown): value is string => Id.safeParse(value).success

/** The JSON type of a value, for messages. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Says what was expected and what came, as the rest of our messages do. */
export const expecting = (what: string) => ({
  error: ({ input }: { input?: unknown }) => `expected ${what}, received ${describe(input)}`,
})

/** The maximum length of a list in one field. */
const MOST = 10_000

/** Some programs send the nil UUID where they mean nothing. */
const isNil = (value: unknown): boolean =>
  value === NIL_ID || (value as { id?: unknown } | null)?.id === NIL_ID

/** One element unless `single` is off; an empty list clears. */
export function listOf<Element extends z.ZodType>(
  element: Element,
  { what, single }: { what: string; single: boolean },
) {
  const most = single ? 1 : MOST
  const list = z
    .array(element, expecting(`array of ${what}`))
    .transform((elements) => distinct(elements.filter((each) => !isNil(each))))
    .refine((elements) => elements.length <= most, {
      error: single ? `expected at most one of ${what}` : `at most ${MOST} values fit`,
    })
  return z.preprocess((value) => (isNil(value) ? [] : value), list)
}

/** Removes duplicates. */
function distinct<Element>(elements: Element[]): Element[] {
  const seen = new Map(elements.map((element) => [JSON.stringify(element), element]))
  return [...seen.values()]
}

/** A value that an export wrote as JSON because nothing shorter holds it all. */
export function jsonIn(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** Parts of an import cell with several values. */
export const partsOf = (cell: string): string[] =>
  cell
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

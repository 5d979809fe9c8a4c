import { z } from 'zod'
import { isPublic } from '../api/envelope.ts'
import type { Operation } from '../api/operation.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { type Detail, describeDetails, invalid } from '../lib/errors.ts'

type Json = Record<string, unknown>

const CONTEXT = 'context'
const FEW = 10

/**
 * The contract ignores unknown keys. But where field values belong inside `context` and it has none, a key
 * beside it that was probably meant for it is refused, or an empty item would be made. The other ignored keys
 * are returned as warnings.
 */
export function checkKeysBeside(operation: Operation, input: unknown): string[] {
  if (!operation.writes || !isPublic(operation)) return []
  const found = bodiesWithContext(operation.input, input).map((body) => checkBody(body))
  const wrong = found.flatMap(({ refused }) => refused).slice(0, FEW)
  if (wrong.length > 0) throw invalid(describeDetails(wrong), wrong)
  return found.flatMap(({ ignored }) => ignored).slice(0, FEW)
}

type Body = { value: Json; known: readonly string[]; path: string }

/** The body itself, or the members of its `items`. */
function bodiesWithContext(schema: z.ZodType, value: unknown, path = ''): Body[] {
  if (!(schema instanceof z.ZodObject) || !isJson(value)) return []
  const { shape } = schema
  if (CONTEXT in shape) return [{ value, known: Object.keys(shape), path }]
  const { items } = shape
  if (!(items instanceof z.ZodArray) || !Array.isArray(value.items)) return []
  return value.items.flatMap((each, at) =>
    bodiesWithContext(items.element as z.ZodType, each, `items.${at}.`),
  )
}

function checkBody({ value, known, path }: Body): { refused: Detail[]; ignored: string[] } {
  const unknown = Object.keys(value).filter((key) => !known.includes(key) && !isBlank(value[key]))
  if (unknown.length === 0) return { refused: [], ignored: [] }
  const hasValues = !isBlank(value[CONTEXT])
  // Query parameters that were not given are undefined.
  const isStrange = Object.keys(value).every(
    (key) => unknown.includes(key) || value[key] === undefined,
  )
  const refused = hasValues
    ? []
    : unknown.slice(0, FEW).flatMap((key): Detail[] => {
        const hint = hintFor(key) ?? (isStrange ? INSIDE : undefined)
        return hint === undefined
          ? []
          : [{ path: path + shorten(key), message: `unknown key${hint}` }]
      })
  const ignored = unknown
    .slice(0, FEW)
    .filter((key) => !hasValues || key.startsWith('_'))
    .map((key) => `"${path}${shorten(key)}" was ignored${INSIDE}`)
  return { refused, ignored }
}

const INSIDE = `: values of fields belong inside "${CONTEXT}"`

function hintFor(key: string): string | undefined {
  if (key.startsWith('_')) return INSIDE
  return didYouMean(key, [CONTEXT]) || undefined
}

const shorten = (key: string) => key.slice(0, 100)

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Clients send whole empty objects. */
const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

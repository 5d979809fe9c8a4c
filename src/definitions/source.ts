import { closest } from 'fastest-levenshtein'
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml'
import { z } from 'zod'
import { findUnstorable, UNSTORABLE } from '../lib/storable.ts'

export type SourceFile = { path: string; content: Buffer }

/** One thing that is wrong, and where. Lines and columns count from 1. A warning stops nobody. */
export type Problem = {
  file: string
  line: number
  column: number
  message: string
  severity?: 'warning'
}

export const isError = ({ severity }: Problem): boolean => severity !== 'warning'

export type Path = readonly PropertyKey[]
/** Something wrong in a file: at a value, or at the key that names it. */
export type Found = { path: Path; message: string; onKey?: string; severity?: 'warning' }
export type Place = { line: number; column: number }

/** A YAML file that was read: its value, and where each part of it stands. */
export type Source = {
  value: unknown
  place(path: Path): Place
  keyPlace(path: Path, key: string): Place
}

/** Reads YAML and checks it against a schema; every problem comes with its place. */
export function readSource<S extends z.ZodType>(
  file: string,
  text: string,
  schema: S,
): { source?: Source; body?: z.output<S>; problems: Problem[] } {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const at = (offset: number): Place => {
    const { line, col } = counter.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const { value, failure } = toValue(document)
  const errors = failure ? [failure] : document.errors
  if (errors.length > 0) {
    const problems = errors.map(({ pos, message }) => ({
      file,
      ...at(pos[0]),
      message: lower(message),
    }))
    return { problems }
  }
  const nodeAt = (path: Path): Node | undefined =>
    (path.length === 0 ? document.contents : document.getIn(path, true)) as Node | undefined
  const place = (path: Path): Place => {
    for (let length = path.length; length >= 0; length--) {
      const range = nodeAt(path.slice(0, length))?.range
      if (range) return at(range[0])
    }
    return { line: 1, column: 1 }
  }
  const keyPlace = (path: Path, key: string): Place => {
    const map = nodeAt(path)
    const pair =
      isMap(map) && map.items.find((each) => isScalar(each.key) && String(each.key.value) === key)
    const range = pair && isScalar(pair.key) ? pair.key.range : undefined
    return range ? at(range[0]) : place(path)
  }
  const source: Source = { value, place, keyPlace }
  const unstorable = findUnstorable(value)
  if (unstorable) return { source, problems: [{ file, ...place(unstorable), message: UNSTORABLE }] }
  const parsed = schema.safeParse(source.value)
  if (parsed.success) return { source, body: parsed.data, problems: [] }
  const problems = parsed.error.issues.flatMap((issue) => inWords(issue, schema, source))
  return { source, problems: problems.map((problem) => ({ file, ...problem })) }
}

type Failure = { pos: readonly [number, number]; message: string }

/** Aliases may repeat a part, but not so often that a small file becomes a huge value. */
function toValue(document: ReturnType<typeof parseDocument>): {
  value: unknown
  failure?: Failure
} {
  if (document.errors.length > 0) return { value: undefined }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return { value: value ?? {} }
  } catch (error) {
    return { value: undefined, failure: { pos: [0, 0], message: (error as Error).message } }
  }
}

type Words = Place & { message: string }

function inWords(issue: z.core.$ZodIssue, schema: z.ZodType, source: Source): Words[] {
  const { path } = issue
  // A member of a list goes by the name of the list.
  const last = path.findLast((key) => typeof key === 'string')
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(schema, path, source.value)
      return issue.keys.map((key) => ({
        ...source.keyPlace(path, key),
        message: `unknown key "${key}"${suggestion(key, known)}`,
      }))
    }
    case 'invalid_type':
      if (valueAt(source.value, path) === undefined) {
        return [{ ...source.place(path), message: `"${String(last)}" is missing` }]
      }
      return [
        {
          ...source.place(path),
          message: `"${String(last ?? 'the file')}": ${lower(plain(issue.message))}`,
        },
      ]
    case 'invalid_union': {
      const types = typesAt(schema, path.slice(0, -1), source.value)
      const given = String(valueAt(source.value, path))
      return [
        {
          ...source.place(path),
          message: `unknown ${String(last)} "${given}"${suggestion(given, types)}`,
        },
      ]
    }
    case 'invalid_key': {
      const key = String(last)
      const why = issue.issues.map(({ message }) => message).join(', ')
      return [{ ...source.keyPlace(path.slice(0, -1), key), message: `"${key}": ${why}` }]
    }
    case 'invalid_value': {
      const given = String(valueAt(source.value, path))
      const words = issue.values.length > 1 ? suggestion(given, issue.values.map(String)) : ''
      const message = `"${String(last)}": expected ${issue.values.map(String).join(', ')}, got "${given}"${words}`
      return [{ ...source.place(path), message }]
    }
    default:
      return [
        {
          ...source.place(path),
          message: `"${String(last ?? 'the file')}": ${lower(plain(issue.message))}`,
        },
      ]
  }
}

export function suggestion(given: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  const nearest = closest(
    given.toLowerCase(),
    known.map((each) => each.toLowerCase()),
  )
  const found = known.find((each) => each.toLowerCase() === nearest)
  return `, did you mean "${found}"?`
}

const plain = (message: string) =>
  message.replace(/^Invalid input: /, '').replace(/, received (\w+)$/, ', got $1')
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function valueAt(value: unknown, path: Path): unknown {
  let current: unknown = value
  for (const key of path) current = (current as Record<PropertyKey, unknown> | undefined)?.[key]
  return current
}

/** The schema that governs a place, through wrappers, lists, maps and unions told apart by `type`. */
function schemaAt(schema: z.ZodType, path: Path, value: unknown): z.ZodType | undefined {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const type = (value as { type?: unknown } | undefined)?.type
    const option = inner.options.find((each) => literalOf(each as z.ZodType) === type)
    return option ? schemaAt(option as z.ZodType, path, value) : inner
  }
  const [key, ...rest] = path
  if (key === undefined) return inner
  const next = (value as Record<PropertyKey, unknown> | undefined)?.[key]
  if (inner instanceof z.ZodObject) {
    const child = inner.shape[key as string] as z.ZodType | undefined
    return child && schemaAt(child, rest, next)
  }
  if (inner instanceof z.ZodRecord) return schemaAt(inner.valueType as z.ZodType, rest, next)
  if (inner instanceof z.ZodArray) return schemaAt(inner.element as z.ZodType, rest, next)
  return undefined
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return unwrap(schema.unwrap() as z.ZodType)
  return schema
}

const literalOf = (schema: z.ZodType): unknown => {
  const type = schema instanceof z.ZodObject ? schema.shape.type : undefined
  return type instanceof z.ZodLiteral ? type.value : undefined
}

function keysAt(schema: z.ZodType, path: Path, value: unknown): string[] {
  const found = schemaAt(schema, path, value)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

function typesAt(schema: z.ZodType, path: Path, value: unknown): string[] {
  const found = schemaAt(schema, path, value)
  if (!(found instanceof z.ZodDiscriminatedUnion)) return []
  return found.options.map((each) => String(literalOf(each as z.ZodType)))
}

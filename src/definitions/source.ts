import { z } from 'zod'
import { didYouMean, suggest } from '../lib/did-you-mean.ts'
import { findUnstorable, UNSTORABLE } from '../lib/storable.ts'
import { parseInWords } from '../lib/zod-words.ts'
import { finder, parseYaml } from './yaml/parse.ts'
import { yaml } from './yaml.ts'

export type SourceFile = { path: string; content: Buffer }

/** A problem and its location. Lines and columns count from 1. A warning does not prevent applying. */
export type Problem = {
  file: string
  line: number
  column: number
  /** The key path, in a YAML file; absent for the whole file. */
  at?: Path
  /** The element of a diagram. */
  element?: string
  /** The place in the text that the value is, such as a program. */
  inside?: { line: number; column?: number }
  message: string
  severity?: 'warning'
}

export const isError = ({ severity }: Problem): boolean => severity !== 'warning'

export type Path = readonly PropertyKey[]
/** Something wrong in a file: at a value, or at the key that names it. */
export type Issue = { path: Path; message: string; onKey?: string; severity?: 'warning' }
export type Location = { line: number; column: number; at?: Path }

/** A parsed YAML file: its value, and the location of each part. */
export type Source = {
  value: unknown
  location(path: Path): Location
  keyLocation(path: Path, key: string): Location
}

/** Parses YAML and checks it against a schema; every problem has its location. */
export function readSource<S extends z.ZodType>(
  file: string,
  text: string,
  schema: S,
): { source?: Source; body?: z.output<S>; problems: Problem[] } {
  const counter = new (yaml().LineCounter)()
  const { document, value: parsed } = parseYaml(text, { lineCounter: counter, prettyErrors: false })
  const at = (offset: number): Location => {
    const { line, col } = counter.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const { errors } = document
  if (errors.length > 0) {
    const problems = errors.map(({ pos, message }) => ({
      file,
      ...at(pos[0]),
      message: lower(message),
    }))
    return { problems: shortened(problems) }
  }
  const { nodeAt, keyAt } = finder(document)
  const location = (path: Path): Location => {
    for (let length = path.length; length >= 0; length--) {
      const range = nodeAt(path.slice(0, length))?.range
      if (range) return { ...at(range[0]), at: path }
    }
    return { line: 1, column: 1, at: path }
  }
  const keyLocation = (path: Path, key: string): Location => {
    const range = keyAt(path, key)?.range
    return { ...(range ? at(range[0]) : location(path)), at: [...path, key] }
  }
  const value = parsed ?? {}
  const source: Source = { value, location, keyLocation }
  const unstorable = findUnstorable(value)
  if (unstorable)
    return { source, problems: [{ file, ...location(unstorable), message: UNSTORABLE }] }
  const reserved = findReserved(value)
  if (reserved) {
    const key = String(reserved.at(-1))
    const problem = { file, ...keyLocation(reserved.slice(0, -1), key) }
    return { source, problems: [{ ...problem, message: `the key "${key}" is reserved` }] }
  }
  const { body, problems } = checkSource(file, source, schema)
  return { source, ...(problems.length === 0 && { body: body as z.output<S> }), problems }
}

/** What every object has from the language itself: such keys are left out or mistaken for others. */
export const isReserved = (key: string): boolean => Object.hasOwn(Object.prototype, key)

/** The path of the first key that no map may have. */
function findReserved(value: unknown): PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, each] of Object.entries(value)) {
    if (isReserved(key)) return [key]
    const found = findReserved(each)
    if (found) return [Array.isArray(value) ? Number(key) : key, ...found]
  }
  return undefined
}

/** Checks what a file says against a schema. */
export function checkSource<S extends z.ZodType>(
  file: string,
  source: Source,
  schema: S,
): { body?: z.output<S>; problems: Problem[] } {
  const parsed = parseInWords(schema, source.value, MOST_PROBLEMS + 1)
  if (parsed.success) return { body: parsed.data, problems: [] }
  const problems = parsed.issues.map((issue) => ({ file, ...toMessage(issue, schema, source) }))
  return { problems: shortened(problems) }
}

/** Nobody reads more of one file at once. */
const MOST_PROBLEMS = 200

function shortened(problems: Problem[]): Problem[] {
  const [next] = problems.slice(MOST_PROBLEMS)
  return next
    ? [...problems.slice(0, MOST_PROBLEMS), { ...next, message: 'and more from here on' }]
    : problems
}

type Message = Location & { message: string }

function toMessage(issue: z.core.$ZodIssue, schema: z.ZodType, source: Source): Message {
  const { path } = issue
  const given = valueAt(source.value, path)
  // A member of a list goes by the name of the list.
  const last = String(path.findLast((key) => typeof key === 'string') ?? 'the file')
  const key = String(path.at(-1))
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path.slice(0, -1), source.value)
    const message = `unknown key "${key}"${suggest(key, known)}`
    return { ...source.keyLocation(path.slice(0, -1), key), message }
  }
  if (issue.code === 'invalid_key') {
    return { ...source.keyLocation(path.slice(0, -1), key), message: `"${key}": ${issue.message}` }
  }
  const location = source.location(path)
  if (given === undefined) return { ...location, message: `"${last}" is missing` }
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    const types = typesAt(schema, path.slice(0, -1), source.value)
    return { ...location, message: `unknown ${last} "${given}"${suggest(String(given), types)}` }
  }
  const isChoice = issue.code === 'invalid_value' && issue.values.length > 1
  const hint = isChoice ? didYouMean(String(given), issue.values.map(String)) : ''
  return { ...location, message: `"${last}": ${issue.message}${hint}` }
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function valueAt(value: unknown, path: Path): unknown {
  let current: unknown = value
  for (const key of path) current = (current as Record<PropertyKey, unknown> | undefined)?.[key]
  return current
}

/** The schema that applies at a path, through wrappers, lists, maps and unions. */
function schemaAt(schema: z.ZodType, path: Path, value: unknown): z.ZodType | undefined {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const type = (value as { type?: unknown } | undefined)?.type
    const option = inner.options.find((each) => literalOf(each as z.ZodType) === type)
    return option ? schemaAt(option as z.ZodType, path, value) : inner
  }
  if (inner instanceof z.ZodUnion) {
    const option = inner.options.find((each) => isLike(unwrap(each as z.ZodType), value))
    return option && schemaAt(option as z.ZodType, path, value)
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

/** Whether an option of a union takes values of this form. */
const isLike = (option: z.ZodType, value: unknown): boolean =>
  Array.isArray(value)
    ? option instanceof z.ZodArray
    : option instanceof z.ZodObject && typeof value === 'object'

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

import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { type Detail, describeDetails, invalid } from '../lib/errors.ts'
import { findUnstorable, UNSTORABLE } from '../lib/storable.ts'
import { explainJsonError } from './json-error.ts'

/** Deeper than any honest request; keeps every recursive reader of the value safe. */
const DEEPEST = 200
const BOM = 0xfeff

/** Clients send JSON with any Content-Type or none, so the bytes alone decide. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid('the body is not valid UTF-8')
  const text = bytes.toString('utf8')
  return parseText(text.charCodeAt(0) === BOM ? text.slice(1) : text, 'the body')
}

export function parseText(text: string, what: string): unknown {
  if (text.trim() === '') return {}
  checkDepth(text, what)
  try {
    return JSON.parse(text, MAY_NAME_PROTOTYPE.test(text) ? withoutPrototype : undefined)
  } catch {
    throw invalid(`${what} is not valid JSON at ${explainJsonError(text)}`)
  }
}

/** The name itself, or letters written as escapes, which could spell it. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/
const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)

const QUOTE = 34
const BACKSLASH = 92

function checkDepth(text: string, what: string): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === 91 || char === 123) {
      if (++depth > DEEPEST) throw invalid(`${what} is nested deeper than ${DEEPEST} levels`)
    } else if (char === 93 || char === 125) depth--
  }
}

/** The contract lets `[]` and an absent body stand for `{}`, unless a list is what is wanted. */
export const orEmpty = (value: unknown, schema: z.ZodType): unknown =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0 && schema instanceof z.ZodObject)
    ? {}
    : value

/** Checks a part of the request; says everything that is wrong with it at once. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refuse(parsed.error.issues.flatMap(unfold).slice(0, 100).map(toDetail))
  const unstorable = findUnstorable(parsed.data)
  if (unstorable) throw refuse([{ path: unstorable.join('.'), message: UNSTORABLE }])
  return parsed.data
}

const refuse = (details: Detail[]) => invalid(describeDetails(details), details)

type Issue = z.core.$ZodIssue

/**
 * Of what may be one of several things Zod says only that it is none of them. Where the value is of
 * the kind of one of them, what is wrong inside of it says more.
 */
function unfold(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const message = 'there is no such key'
    return issue.keys.map((key) => ({
      ...issue,
      path: [...issue.path, key.slice(0, 100)],
      message,
    }))
  }
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue]
  const branches = issue.errors.map((branch) => branch.flatMap(unfold))
  const nearest = branches.find((branch) => branch.every(({ path }) => path.length > 0))
  if (nearest) return nearest.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
  return [{ ...issue, message: either(branches.flatMap(([first]) => (first ? [first] : []))) }]
}

function either(issues: Issue[]): string {
  const said = issues.map((issue) => /expected (.*?)(?:, received (.*))?$/.exec(inJson(issue)))
  const received = said.find((each) => each?.[2])?.[2]
  const names = new Set(said.map((each) => each?.[1] ?? 'another value'))
  return `expected ${[...names].join(' or ')}${received ? `, received ${received}` : ''}`
}

const toDetail = (issue: Issue): Detail => ({
  path: issue.path.join('.'),
  message: lowerFirst(inJson(issue).replace(/^Invalid input: /, '')),
})

/** In the words of JSON: only Zod tells records from objects and tuples from arrays. */
const inJson = ({ message }: Issue): string =>
  message.replace('expected record', 'expected object').replace('expected tuple', 'expected array')

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

import { z } from 'zod'

type Issue = z.core.$ZodIssue
type RawIssue<Of extends Issue = Issue> = z.core.$ZodRawIssue<Of>
type Words = {
  [Code in Issue['code']]: (issue: RawIssue<Extract<Issue, { code: Code }>>) => string
}

/**
 * Readable messages of schema errors: `expected …, received …`. Used for every parse whose problems are
 * shown; a schema with its own message keeps it.
 */
export const inWords: z.core.$ZodErrorMap = (issue) =>
  (words[issue.code as Issue['code']] as (issue: RawIssue) => string)(issue)

const words: Words = {
  invalid_type: (issue) => `expected ${TYPES[issue.expected] ?? issue.expected}${received(issue)}`,
  invalid_value: (issue) => `expected ${oneOf(issue.values)}${received(issue)}`,
  invalid_format: (issue) => `expected ${formatOf(issue)}${received(issue)}`,
  too_small: ({ minimum, exact, inclusive, origin, input }) =>
    limit(exact ? 'exactly' : inclusive ? 'at least' : 'more than', {
      than: minimum,
      origin,
      input,
    }),
  too_big: ({ maximum, exact, inclusive, origin, input }) =>
    limit(exact ? 'exactly' : inclusive ? 'at most' : 'less than', {
      than: maximum,
      origin,
      input,
    }),
  not_multiple_of: (issue) => `expected a multiple of ${issue.divisor}${received(issue)}`,
  unrecognized_keys: () => 'there is no such key',
  invalid_key: ({ issues = [] }) => issues.map(({ message }) => message).join(', '),
  invalid_element: ({ issues = [] }) => issues.map(({ message }) => message).join(', '),
  invalid_union: (issue) => {
    if ('options' in issue && issue.options) {
      const given = (issue.input as Record<string, unknown> | undefined)?.[
        issue.discriminator ?? ''
      ]
      return `expected ${oneOf(issue.options as unknown[])}, received ${show(given)}`
    }
    return either(issue.errors ?? [])
  },
  custom: () => 'this value does not fit',
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'an integer',
  bigint: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  never: 'nothing',
  undefined: 'nothing',
  void: 'nothing',
  nonoptional: 'a value',
}

const FORMATS: Record<string, string> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'an id (UUID)',
  guid: 'an id (UUID)',
  datetime: 'a date with time such as 2026-01-31T09:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 09:00:00',
  duration: 'a duration such as PT1H',
  base64: 'text in base64',
  base64url: 'text in base64url',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  e164: 'a phone number such as +442071838750',
  json_string: 'JSON',
}

function formatOf(issue: RawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  const { format, prefix, suffix, includes } = issue as typeof issue & Record<string, unknown>
  if (format === 'starts_with') return `text that starts with "${prefix}"`
  if (format === 'ends_with') return `text that ends with "${suffix}"`
  if (format === 'includes') return `text with "${includes}" in it`
  return FORMATS[format ?? ''] ?? 'text of another form'
}

const UNITS: Record<string, string> = {
  string: 'character',
  array: 'member',
  set: 'member',
  map: 'entry',
  file: 'byte',
}

type Limit = { than: number | bigint; origin: string; input: unknown }

function limit(how: string, { than, origin, input }: Limit): string {
  const unit = UNITS[origin]
  if (unit === undefined) return `expected ${how} ${than}, received ${show(input)}`
  const { length, size } = (input ?? {}) as { length?: number; size?: number }
  return `expected ${how} ${than} ${unit}${Number(than) === 1 ? '' : 's'}, received ${length ?? size}`
}

/** The received value is repeated unless it may contain a secret. */
const SECRET = /pass|secret|token|key|url|endpoint|headers/i

export function received({ input, path = [] }: Pick<RawIssue, 'input' | 'path'>): string {
  const name = path.findLast((each) => typeof each === 'string') ?? ''
  return `, received ${SECRET.test(String(name)) ? kindOf(input) : show(input)}`
}

const LONGEST = 50

function show(value: unknown): string {
  if (typeof value !== 'string') return kindOf(value)
  return `"${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}"`
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return 'text'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

const oneOf = (values: readonly unknown[] = []): string => {
  const all = values.map((each) => (typeof each === 'string' ? `"${each}"` : String(each)))
  return all.length > 1 ? `one of ${all.join(', ')}` : (all[0] ?? 'nothing')
}

/** Problems that are reported of one value. */
export const MOST_ISSUES = 100

export type Parsed<Value> =
  | { success: true; data: Value }
  | { success: false; issues: readonly Issue[] }

/**
 * Checks a value, as `safeParse` does. Of many problems only the first are put into words: that is nearly
 * all of the work, and a caller decides how many there are.
 */
export function parseInWords<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  most = MOST_ISSUES,
): Parsed<z.output<S>> {
  const context = { async: false, error: limitedWords() } as const
  try {
    const result = schema._zod.run({ value, issues: [] }, context)
    if (result instanceof Promise) throw new z.core.$ZodAsyncError()
    if (result.issues.length === 0) return { success: true, data: result.value as z.output<S> }
    const first = result.issues.slice(0, most)
    const issues = first.map((each) => z.core.util.finalizeIssue(each, context, z.core.config()))
    return { success: false, issues: unfoldAll(issues, most) }
  } catch (error) {
    if (!(error instanceof TooManyIssues)) throw error
    return { success: false, issues: [{ code: 'custom', path: [], ...error }] }
  }
}

/** Unions put the problems of all their options into words while they are checked. */
const MOST_IN_UNIONS = 20_000

class TooManyIssues {
  readonly message: string
  constructor(first: string) {
    this.message = `more is wrong than can be listed, such as: ${first}`
  }
}

function limitedWords(): z.core.$ZodErrorMap {
  let count = 0
  return (issue) => {
    if (++count > MOST_IN_UNIONS) throw new TooManyIssues(inWords(issue) as string)
    return inWords(issue)
  }
}

function unfoldAll(issues: readonly Issue[], most: number): Issue[] {
  const all: Issue[] = []
  for (const issue of issues) {
    if (all.length >= most) break
    all.push(...unfold(issue, most))
  }
  return all.slice(0, most)
}

/** Splits an issue: one per key, and the inner issues of the matching union option. */
function unfold(issue: Issue, most: number): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, most)
      .map((key) => ({ ...issue, path: [...issue.path, key.slice(0, 100)] }))
  }
  if (issue.code !== 'invalid_union' || issue.message !== either(issue.errors)) return [issue]
  const branches = issue.errors.map((branch) => unfoldAll(branch, most))
  // If the value has the type of one option, the issues inside it say more.
  const nearest = branches.find((branch) => branch.every(({ path }) => path.length > 0))
  if (!nearest) return [issue]
  return nearest.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

/** Lists what all options of a union expect. */
function either(branches: readonly (readonly Issue[])[]): string {
  const said = branches.flatMap(([first]) =>
    first ? [/^expected (.*?)(?:, received (.*))?$/s.exec(first.message)] : [],
  )
  const came = said.find((each) => each?.[2])?.[2]
  const names = new Set(said.map((each) => each?.[1] ?? 'another value'))
  return `expected ${[...names].join(' or ') || 'another value'}${came ? `, received ${came}` : ''}`
}

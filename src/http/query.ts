import { invalid } from '../lib/errors.ts'
import { parseText } from './body.ts'

type Json = Record<string, unknown>

const WHOLE = 'query'
const PART = /^query\[(.*)\]$/

/**
 * The request of a GET of `/pub/v1`: JSON in `query`, its keys one by one as `query[size]=1`, or the common keys
 * of lists as plain parameters.
 */
export function readQuery(query: Json): unknown {
  const { [WHOLE]: whole } = query
  const parts = Object.entries(query).flatMap(([name, value]) => {
    const key = PART.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  if (whole === undefined) {
    return parts.length > 0 ? Object.fromEntries(parts.map(readPart)) : plain(Object.entries(query))
  }
  if (parts.length > 0) throw invalid('query: cannot be combined with query[…]')
  if (typeof whole !== 'string') throw invalid('the parameter "query" was given twice')
  return parseText(whole, 'the parameter "query"')
}

const plain = (entries: [string, unknown][]): Json =>
  Object.fromEntries(entries.map(([name, value]) => [name, PLAIN.get(name)?.(value) ?? value]))

/** `query[ids][]=…` is a list, and other structured values are JSON; deeper keys are not supported. */
function readPart([name, value]: readonly [string, unknown]): [string, unknown] {
  const key = name.replace(/\]\[$/, '')
  if (/[[\]]/.test(key)) {
    throw invalid(`query[${name}]: send the whole request as JSON in the parameter "query"`)
  }
  const known = PLAIN.get(key)?.(value)
  if (known !== undefined) return [key, known]
  const isJson = typeof value === 'string' && /^[[{]|^(true|false|null)$/.test(value)
  return [key, isJson ? parseText(value, `the parameter "query[${name}]"`) : value]
}

/** The parameters that are not text. Ids may be repeated, or separated by commas. */
const PLAIN = new Map<string, (value: unknown) => unknown>([
  ['from', toNumber],
  ['size', toNumber],
  ['active', (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined)],
  ['ids', (value) => [value].flat().flatMap((each) => String(each).split(','))],
])

function toNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined
}

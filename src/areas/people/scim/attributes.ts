import { refused } from './errors.ts'
import { partsOf } from './filter/parse.ts'
import { isResource, type Resource, spell } from './names.ts'

/** What the server decides, or must never keep. */
const OURS = ['id', 'meta', 'schemas', 'groups', 'password']
const MOST_BYTES = 64 * 1024

/** A user or group as it was sent, with its names spelled as in the schema, and nothing empty in it. */
export function readResource(sent: unknown): Resource {
  if (!isResource(sent)) throw refused('invalidSyntax', 'expected an object')
  const read: Resource = {}
  for (const [key, value] of Object.entries(sent)) {
    if (value !== null && value !== undefined) put(read, partsOf(key), spelled(value))
  }
  return withoutOurs(read)
}

export const withoutOurs = (resource: Resource): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !OURS.includes(name)))

/** Puts a value where its dotted name says: `name.givenName`. */
function put(resource: Resource, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    const known = resource[name]
    resource[name] = isResource(known) && isResource(value) ? { ...known, ...value } : value
    return
  }
  const inner = isResource(resource[name]) ? { ...resource[name] } : {}
  put(inner, rest, value)
  resource[name] = inner
}

export function spelled(value: unknown, depth = 0): unknown {
  if (depth > 10) throw refused('invalidValue', 'the value is nested too deeply')
  if (Array.isArray(value)) return value.map((each) => spelled(each, depth + 1))
  if (!isResource(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [spell(key), spelled(each, depth + 1)]),
  )
}

/** Providers send booleans as text, too. */
export function toBoolean(value: unknown): boolean | undefined {
  const text = String(isResource(value) ? value.value : value).toLowerCase()
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  return undefined
}

export function checkSize(resource: Resource): void {
  const size = Buffer.byteLength(JSON.stringify(resource))
  if (size > MOST_BYTES) {
    throw refused('invalidValue', `a user has at most ${MOST_BYTES} bytes, received ${size}`)
  }
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() : undefined

import { refused } from './errors.ts'
import { isResource, type Resource, spell } from './names.ts'

/** Attributes that the server sets, or must never store. */
export const OURS = ['id', 'meta', 'schemas', 'groups', 'password']
const MOST_BYTES = 64 * 1024

export const withoutOurs = (resource: Resource): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !OURS.includes(name)))

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

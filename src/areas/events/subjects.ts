import type { StoredEvent } from '../../platform/events.ts'

/** The object whose readers hear of an event, by its kind and its path. */
export type Subject = { kind: string; path: string }

/** Who may do what, and how things are defined, is for administrators. */
const ADMINISTRATIVE = ['access.', 'definition.', 'solution.']

/** Undefined for what only administrators hear of. */
export function subjectOf({ type, object, data }: StoredEvent): Subject | undefined {
  if (ADMINISTRATIVE.some((beginning) => type.startsWith(beginning))) return undefined
  const { kind, path } = parse(object)
  switch (kind) {
    case 'message':
    case 'comment':
      return typeof data.stream === 'string' ? parse(data.stream) : undefined
    case 'registration':
      return itemOf(data.item)
    case 'token':
      return { kind: 'user', path: String(data.user) }
    default:
      return { kind, path }
  }
}

function parse(object: string): Subject {
  const at = object.indexOf(':')
  return at < 0
    ? { kind: object, path: '' }
    : { kind: object.slice(0, at), path: object.slice(at + 1) }
}

function itemOf(given: unknown): Subject | undefined {
  const { namespace, code, id } = (given ?? {}) as Record<string, unknown>
  return id === undefined ? undefined : { kind: 'item', path: `${namespace}/${code}/${id}` }
}

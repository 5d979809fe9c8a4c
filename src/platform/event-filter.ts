import { pathOf } from '../lib/app-path.ts'
import { invalid } from '../lib/errors.ts'

/** Selects events; an empty list selects all. */
export type EventFilter = {
  /** Types, or prefixes followed by `*`: `app.item.*`. */
  types: readonly string[]
  namespaces: readonly string[]
  /** `workspace/app`. */
  apps: readonly string[]
}

const TYPE = /^(\*|[a-z][\w-]*(\.[\w-]+)*(\.\*)?)$/

export function checkTypes(types: readonly string[]): void {
  const wrong = types.find((type) => !TYPE.test(type))
  if (wrong !== undefined) {
    throw invalid(`"${wrong.slice(0, 100)}" is not an event type, expected one such as app.item.*`)
  }
}

/** The parts of an event that a filter reads. */
type Kind = { type: string; namespace?: string | null; code?: string | null }

export function matchesFilter({ types, namespaces, apps }: EventFilter, event: Kind): boolean {
  const { type } = event
  const [namespace, code] = [event.namespace ?? '', event.code ?? '']
  return (
    (types.length === 0 || types.some((each) => fits(each, type))) &&
    (namespaces.length === 0 || namespaces.includes(namespace)) &&
    (apps.length === 0 || apps.includes(pathOf({ namespace, code })))
  )
}

const fits = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type

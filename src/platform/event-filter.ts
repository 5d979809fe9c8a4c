import { pathOf } from '../lib/app-path.ts'
import { invalid } from '../lib/errors.ts'
import { EVENT_TYPES, matchesType } from '../lib/event-types.ts'

/** Selects events; an empty list selects all. */
export type EventFilter = {
  /** Types, or prefixes followed by `*`: `app.item.*`. */
  types: readonly string[]
  namespaces: readonly string[]
  /** `workspace/app`. */
  apps: readonly string[]
}

/** A filter that can never match is a mistake. */
export function checkTypes(filters: readonly string[]): void {
  const wrong = filters.find((filter) => !EVENT_TYPES.some((type) => matchesType(filter, type)))
  if (wrong !== undefined) {
    throw invalid(`no event type matches "${wrong.slice(0, 100)}", expected one such as app.item.*`)
  }
}

/** The parts of an event that a filter reads. */
type Kind = { type: string; namespace?: string | null; code?: string | null }

export function matchesFilter({ types, namespaces, apps }: EventFilter, event: Kind): boolean {
  const { type } = event
  const [namespace, code] = [event.namespace ?? '', event.code ?? '']
  return (
    (types.length === 0 || types.some((each) => matchesType(each, type))) &&
    (namespaces.length === 0 || namespaces.includes(namespace)) &&
    (apps.length === 0 || apps.includes(pathOf({ namespace, code })))
  )
}

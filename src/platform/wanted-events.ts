import { pathOf } from '../lib/app-path.ts'
import { invalid } from '../lib/errors.ts'

/** Which events somebody wants to hear of; an empty list leaves nothing out. */
export type Wanted = {
  /** Types, or their beginnings followed by `*`: `app.item.*`. */
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

/** As much of an event as decides who hears of it. */
type Kind = { type: string; namespace?: string | null; code?: string | null }

export function isWanted({ types, namespaces, apps }: Wanted, event: Kind): boolean {
  const { type } = event
  const [namespace, code] = [event.namespace ?? '', event.code ?? '']
  return (
    (types.length === 0 || types.some((each) => fits(each, type))) &&
    (namespaces.length === 0 || namespaces.includes(namespace)) &&
    (apps.length === 0 || apps.includes(pathOf({ namespace, code })))
  )
}

const fits = (wanted: string, type: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type

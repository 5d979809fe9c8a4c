import type { ScriptPlace } from './place.ts'

/** Whatever a script has at hand. */
// biome-ignore lint/suspicious/noExplicitAny: values of scripts have any form
export type Any = any

/** What the parts of the world have in common; each adds what it makes. */
export type Kit = {
  /** Asks the server, which answers with JSON. */
  ask(request: object): Promise<Any>
  place: ScriptPlace
  /** The variables, as they were. */
  context: Record<string, Any>
}

import { schemas } from 'virtual:schemas'
import type { JsonSchema } from './json-schema.ts'

/** The schema of a kind of definition, as it was when the console was built. */
export const schemaOfKind = (kind: string): JsonSchema =>
  (schemas as Record<string, JsonSchema>)[kind] ?? {}

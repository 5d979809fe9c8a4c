import { z } from 'zod'

/** What a text in a definition refers to. */
export type Role =
  /** A field of an app or of a contract. */
  | 'field'
  /** Fields by code: where they are declared. */
  | 'fields'
  | 'column'
  | 'parameter'
  | 'status'
  | 'statusGroup'
  /** One status, several, `group/*` or `*`. */
  | 'statuses'
  /** Which items, as in lists. */
  | 'filter'
  /** Which rows of a report. */
  | 'rowFilter'
  /** An expression over fields, or a tree of conditions. */
  | 'condition'
  /** A text with `{$field}` in it. */
  | 'template'

const roles = z.registry<{ role: Role }>()

/** Declares what the values of a schema refer to, so that a rename finds them wherever the schema is used. */
export function naming<S extends z.ZodType>(schema: S, role: Role): S {
  const own = schema.clone() as S
  roles.add(own, { role })
  return own
}

export const roleOf = (schema: z.core.$ZodType): Role | undefined => roles.get(schema)?.role

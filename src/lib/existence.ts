import { forbidden, notFound } from './errors.ts'

export type Lookup<Row, Placeholder> = {
  /** As people call it, `task`. */
  kind: string
  id: string
  found: Row | undefined
  /** An object of nobody, on which the rights are checked when nothing was found: the same work is done. */
  placeholder: Placeholder
  may(right: string, object: Row | Placeholder): Promise<boolean>
  /** The required right; `read` by default. */
  right?: string
  /** The message for callers who may read the object but lack the right. */
  refusal?: string | undefined
}

/**
 * Returns the object if the caller has the right. Callers who may not even read it get the response for
 * an unknown id, after the same work; callers who may read it get the name of the missing right.
 */
export async function requireObject<Row, Placeholder>(
  lookup: Lookup<Row, Placeholder>,
): Promise<Row> {
  const { kind, id, found, placeholder, may, right = 'read' } = lookup
  const object = found ?? placeholder
  const isAllowed = await may(right, object)
  const isReadable = isAllowed || (right !== 'read' && (await may('read', object)))
  if (found !== undefined && isAllowed) return found
  if (found === undefined || !isReadable) throw notFound(kind, id)
  throw forbidden(lookup.refusal ?? `the right "${right}" on this ${kind} is required`)
}

import { forbidden, notFound } from './errors.ts'

export type Wanted<Found, Nobodys> = {
  /** As people call it, `task`. */
  kind: string
  id: string
  /** What lies under the id, if anything does. */
  found: Found | undefined
  /** What belongs to nobody: the same is asked about it where nothing was found. */
  nobodys: Nobodys
  /** Whether the caller has a right on an object. */
  may(right: string, object: Found | Nobodys): Promise<boolean>
  /** The right that is needed; to read it, unless another is named. */
  right?: string
  /** Says what is missing to who may read the object. */
  refusal?: string | undefined
}

/**
 * The object, for who may do this to it. Who may not even read it gets the answer for an id that
 * nothing has, after the same work; who may read it is told which right is missing.
 */
export async function requireObject<Found, Nobodys>(
  wanted: Wanted<Found, Nobodys>,
): Promise<Found> {
  const { kind, id, found, nobodys, may, right = 'read' } = wanted
  const object = found ?? nobodys
  const isAllowed = await may(right, object)
  const isSeen = isAllowed || (right !== 'read' && (await may('read', object)))
  if (found !== undefined && isAllowed) return found
  if (found === undefined || !isSeen) throw notFound(kind, id)
  throw forbidden(wanted.refusal ?? `the right "${right}" on this ${kind} is required`)
}

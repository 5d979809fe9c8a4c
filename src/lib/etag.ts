import { preconditionFailed } from './errors.ts'

/** The ETag of what a change counter or a checksum tells apart. */
export const etagOf = (version: number | string): string => `"${version}"`

/** Refuses a change where `If-Match` names another state than the present one, or there is none. */
export function requireMatch(
  ifMatch: string | undefined,
  present: string | undefined,
  refusal: string,
): void {
  if (ifMatch === undefined) return
  const named = listed(ifMatch)
  const isNamed = present !== undefined && (named.includes('*') || named.includes(present))
  if (!isNamed) throw preconditionFailed(refusal)
}

/** Whether the caller has this state already, as `If-None-Match` tells. Weak ETags count. */
export function isUnchanged(ifNoneMatch: string | undefined, present: string): boolean {
  const known = listed(ifNoneMatch ?? '').map((each) => each.replace(/^W\//, ''))
  return known.includes('*') || known.includes(present)
}

const listed = (header: string): string[] => header.split(',').map((each) => each.trim())

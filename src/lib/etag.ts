import { preconditionFailed } from './errors.ts'

/** The ETag of a version number or a checksum. */
export const etagOf = (version: number | string): string => `"${version}"`

/** Refuses a change if `If-Match` names another version than the current one, or there is none. */
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

/** Whether `If-None-Match` contains this version. Weak ETags match. */
export function isUnchanged(ifNoneMatch: string | undefined, present: string): boolean {
  const known = listed(ifNoneMatch ?? '').map((each) => each.replace(/^W\//, ''))
  return known.includes('*') || known.includes(present)
}

const listed = (header: string): string[] => header.split(',').map((each) => each.trim())

/** `area:read`, `area:write`, or `*` for every area. */
const SCOPE = /^(\*|[a-z]+):(read|write)$/

/** Scopes that programs can request without knowing our areas. */
export const SCOPES = ['*:read', '*:write'] as const

/** A scope of identity providers; many programs request it out of habit. */
const IGNORED = new Set(['openid', 'profile', 'email', 'offline_access'])

/** The scopes of a request, those to read if it names none; undefined if one is unknown. */
export function readScopes(text: string | undefined): string[] | undefined {
  const asked = [...new Set(text?.split(' ').filter((each) => each !== ''))]
  const wanted = asked.filter((each) => !IGNORED.has(each))
  if (wanted.some((each) => !SCOPE.test(each)) || wanted.length > 100) return undefined
  return wanted.length === 0 ? ['*:read'] : wanted.toSorted()
}

/** The same scopes for reading only. */
export const onlyReading = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.map((each) => each.replace(/write$/, 'read'))),
]

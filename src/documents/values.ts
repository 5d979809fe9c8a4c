export type Values = Record<string, unknown>

/** Looks a name up in the scopes around a tag, the nearest first. */
export function find(scopes: unknown[], name: string): unknown {
  if (name === '.') return scopes.at(-1)
  for (const scope of scopes.toReversed()) {
    const value = within(scope, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** `company.city` in one scope. Own properties only. */
export function within(scope: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Values)[key]
          : undefined,
      scope,
    )
}

/** The members a section is repeated for: one for a plain true value, none for a missing one. */
export function membersOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value ? [value] : []
}

/** `{$total}` and `{total}` are the same. */
export const plainName = (tag: string): string => tag.trim().replace(/^\$/, '')

export type Values = Record<string, unknown>

/** A name found in the scopes around a tag, the nearest first. */
export function find(scopes: unknown[], name: string): unknown {
  if (name === '.') return scopes.at(-1)
  for (const scope of scopes.toReversed()) {
    const value = within(scope, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** `company.city` inside of one scope. Own properties only: nothing is inherited from JavaScript. */
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

/** What a section is repeated over: once for what is only true, never for what is missing. */
export function membersOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value ? [value] : []
}

/** `{$total}` and `{total}` are the same. */
export const plainName = (tag: string): string => tag.trim().replace(/^\$/, '')

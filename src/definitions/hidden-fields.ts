/** By path of the app, for the apps of which something is hidden. */
export type HiddenFields = ReadonlyMap<string, ReadonlySet<string>>

/** Undefined where what is left still names a hidden field. */
export function limitSettings<T extends object>(
  settings: T,
  hidden: ReadonlySet<string>,
): T | undefined {
  const shown = Object.entries(settings).map(([key, value]) => [
    key,
    SHOWN.includes(key) && Array.isArray(value)
      ? value.filter((code) => !hidden.has(String(code)))
      : value,
  ])
  const limited = Object.fromEntries(shown) as T
  return namesField(limited, hidden) ? undefined : limited
}

/** Lists of fields that are shown next to each other. */
const SHOWN = ['columns', 'card']

export function namesField(value: unknown, codes: ReadonlySet<string>): boolean {
  const words = new Set(JSON.stringify(value).match(/\w+/g))
  return [...codes].some((code) => words.has(code))
}

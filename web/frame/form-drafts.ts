const PREFIX = 'kontor:form:'
/** Whoever has not come back by then does not remember what it was about. */
const LONGEST = 14 * 86_400_000

type Stored<Values> = { at: number; values: Values }

const parse = (text: string | null): Stored<never> | undefined => {
  try {
    const stored = JSON.parse(text ?? 'null') as Stored<never> | null
    return stored && Date.now() - stored.at < LONGEST ? stored : undefined
  } catch {
    return undefined
  }
}

const keys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))

/** Forms that were not saved, in this browser; a key begins with the id of the person. */
export const forms = {
  read: <Values>(key: string): Stored<Values> | undefined => {
    for (const each of keys()) {
      if (!parse(localStorage.getItem(each))) localStorage.removeItem(each)
    }
    return parse(localStorage.getItem(PREFIX + key))
  },
  /** Whether there was room for it. */
  write: (key: string, values: unknown): boolean => {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), values }))
      return true
    } catch {
      return false
    }
  },
  remove: (key: string): void => localStorage.removeItem(PREFIX + key),
  /** Somebody else may sit down at this browser. */
  removeAllOf: (person: string): void => {
    for (const key of keys()) {
      if (key.startsWith(`${PREFIX}${person}:`)) localStorage.removeItem(key)
    }
  },
}

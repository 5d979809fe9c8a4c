import { randomKey } from './random-key.ts'
import type { KeptEdits, Unsaved } from './store.ts'

const NOTHING: Unsaved = { acts: [] }

/**
 * In this browser: a closed lid or a lost connection loses nothing. Each page has a key of its own, which it
 * holds as long as it is open; what other keys have was left behind.
 */
export const keptEdits = (id: string, storage: Storage = localStorage): KeptEdits => {
  const prefix = `kontor:draft:${id}:`
  const own = `${prefix}${randomKey()}`
  const held = holdLock(own)
  return {
    read: async () => {
      await held
      const others = Object.keys(storage).filter((key) => key.startsWith(prefix) && key !== own)
      const left = await Promise.all(others.map((key) => ifLeft(key, () => takeOut(storage, key))))
      return left.flatMap((each) => each ?? [])
    },
    write: (unsaved) => {
      try {
        if (unsaved.sent === undefined && unsaved.acts.length === 0) storage.removeItem(own)
        else storage.setItem(own, JSON.stringify(unsaved))
      } catch {
        // A full storage must not stand in the way of the edit itself.
      }
    },
  }
}

function takeOut(storage: Storage, key: string): Unsaved {
  try {
    return { ...NOTHING, ...(JSON.parse(storage.getItem(key) ?? '{}') as Partial<Unsaved>) }
  } catch {
    return NOTHING
  } finally {
    storage.removeItem(key)
  }
}

/** Browsers have locks where the address is secure; elsewhere every other page counts as closed. */
const locks = (): LockManager | undefined => globalThis.navigator?.locks

/** Ends when the page is closed; the promise, when the lock is held. */
const holdLock = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const hold = () => {
      resolve()
      return new Promise<void>(() => {})
    }
    locks()?.request(name, hold) ?? resolve()
  })

const ifLeft = async <T>(name: string, take: () => T): Promise<T | undefined> => {
  const manager = locks()
  if (!manager) return take()
  return manager.request(name, { ifAvailable: true }, (lock) => (lock ? take() : undefined))
}

/** Forgets what was kept of a draft that is gone. */
export function forgetEdits(id: string, storage: Storage = localStorage): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(`kontor:draft:${id}:`)) storage.removeItem(key)
  }
}

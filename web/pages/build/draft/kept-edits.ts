import { randomKey } from './random-key.ts'
import type { KeptEdits, Unsaved } from './store.ts'

type Stores = { storage?: Storage; pages?: OpenPages }

/**
 * In this browser: a closed lid or a lost connection loses nothing. Each page has a key of its own, which it
 * holds as long as it is open; what other keys have was left behind.
 */
export function keptEdits(
  id: string,
  { storage = localStorage, pages = openPages() }: Stores = {},
): KeptEdits {
  const own = `${nameOf(id)}:${randomKey()}`
  const held = pages.hold(own)
  const write = (unsaved: Unsaved) => {
    try {
      if (unsaved.queue.length + unsaved.refused.length === 0) storage.removeItem(own)
      else storage.setItem(own, JSON.stringify(unsaved))
    } catch {
      // A full storage must not stand in the way of the edit itself; what is older would be done again.
      storage.removeItem(own)
    }
  }
  return {
    adopt: async (take) => {
      await held
      const others = keysOf(id, storage).filter((key) => key !== own)
      const takeOut = (key: string) => () => {
        const left = unsavedIn(storage.getItem(key))
        if (left) take(left)
        storage.removeItem(key)
      }
      for (const key of others) await pages.ifClosed(key, takeOut(key))
    },
    write,
  }
}

/** Forgets what was kept of a draft that is gone. */
export function forgetEdits(id: string, storage: Storage = localStorage): void {
  for (const key of keysOf(id, storage)) storage.removeItem(key)
}

const nameOf = (id: string) => `kontor:draft:${id}`

const keysOf = (id: string, storage: Storage): string[] =>
  Object.keys(storage).filter((key) => key.startsWith(`${nameOf(id)}:`))

function unsavedIn(text: string | null): Unsaved | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Which pages are open, by the keys that they hold. */
type OpenPages = {
  hold: (key: string) => Promise<void>
  /** Runs it if no page holds the key. */
  ifClosed: (key: string, run: () => void) => Promise<void>
}

/** Browsers have locks where the address is secure; elsewhere pages ask each other. */
const openPages = (): OpenPages => {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  return locks ? lockingPages(locks) : askingPages()
}

const lockingPages = (locks: LockManager): OpenPages => ({
  /** It ends when the lock is held, which lasts until the page is closed. */
  hold: (key) =>
    new Promise((resolve) => {
      const forGood = () => {
        resolve()
        return new Promise<void>(() => {})
      }
      void locks.request(key, forGood)
    }),
  ifClosed: async (key, run) => {
    await locks.request(key, { ifAvailable: true }, (lock) => {
      if (lock) run()
    })
  },
})

const LONGEST_ANSWER = 500

/** A page that is open says so. */
export function askingPages(): OpenPages {
  const channel = new BroadcastChannel('kontor:draft')
  const held = new Set<string>()
  const waiting = new Map<string, () => void>()
  channel.onmessage = ({ data }: MessageEvent<{ asked?: string; open?: string }>) => {
    if (data.asked !== undefined && held.has(data.asked)) channel.postMessage({ open: data.asked })
    if (data.open !== undefined) waiting.get(data.open)?.()
  }
  const isOpen = async (key: string): Promise<boolean> => {
    const answer = Promise.withResolvers<boolean>()
    waiting.set(key, () => answer.resolve(true))
    const timer = setTimeout(() => answer.resolve(false), LONGEST_ANSWER)
    channel.postMessage({ asked: key })
    const isAnswered = await answer.promise
    clearTimeout(timer)
    waiting.delete(key)
    return isAnswered
  }
  return {
    hold: async (key) => {
      held.add(key)
    },
    ifClosed: async (key, run) => {
      if (!(await isOpen(key))) run()
    },
  }
}

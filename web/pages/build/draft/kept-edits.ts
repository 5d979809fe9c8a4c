import type { KeptEdits } from './store.ts'
import type { Edit } from './types.ts'

/** In this browser: a closed lid or a lost connection loses nothing. */
export const keptEdits = (id: string, storage: Storage = localStorage): KeptEdits => {
  const key = `kontor:draft:${id}`
  return {
    read: () => {
      try {
        return JSON.parse(storage.getItem(key) ?? '[]') as Edit[]
      } catch {
        return []
      }
    },
    write: (edits) => {
      try {
        if (edits.length === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify(edits))
      } catch {
        // A full storage must not stand in the way of the edit itself.
      }
    },
  }
}

import type { Any, Kit } from './kit.ts'

/** Values by key: `storage` is on the server, `cache` lasts as long as the script. Runs in the sandbox. */
export function storage(kit: Kit) {
  /** A cache may always be empty; this one is when a script begins. */
  const newCache = (name: string) => {
    const kept = new Map<string, Any>()
    return kit.guarded(
      {
        getItem: async (key: Any) => kept.get(String(key)),
        setItem: async (key: Any, value: Any) => void kept.set(String(key), value),
      },
      name,
    )
  }

  /** A value stored as plain text is returned as it is. */
  const read = (text: string): Any => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }

  /** Of a workspace or module, or of one of its apps; the server allows those the script belongs to. */
  const newStorage = (
    address: () => Promise<{ namespace: string; code?: string }>,
    name: string,
  ) => {
    const call = async (verb: string, key: Any, input: object = {}) => {
      const params = await address()
      const operation = `storage.${verb}${params.code === undefined ? 'Workspace' : 'App'}`
      return kit.call(operation, { params: { ...params, key: String(key) }, input })
    }
    return kit.guarded(
      {
        getItem: async (key: Any) => {
          try {
            return read((await call('get', key)).data)
          } catch (error) {
            if ((error as { code?: string }).code === 'not_found') return undefined
            throw error
          }
        },
        setItem: async (key: Any, value: Any) => {
          const data = JSON.stringify(value ?? null)
          if (data === undefined) throw new Error(`${name}: a ${typeof value} cannot be kept`)
          await call('save', key, { data })
        },
        removeItem: async (key: Any) => {
          await call('delete', key)
        },
      },
      name,
    )
  }

  return { newCache, newStorage }
}

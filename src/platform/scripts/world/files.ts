import type { Any, Kit } from './kit.ts'

/** Files that scripts make of bytes, and what they keep while they run. Runs in the sandbox. */
export function files(kit: Kit) {
  const bytesOf = (content: Any): Uint8Array => {
    if (content instanceof ArrayBuffer) return new Uint8Array(content)
    if (ArrayBuffer.isView(content)) {
      return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    }
    throw new Error('the content of a file is an ArrayBuffer or an array of bytes')
  }

  /** In the folder of an app, where the files of its items are. */
  const createFile = async (directory: string, name: Any, content: Any): Promise<string> => {
    const { hash } = await kit.ask({ bytes: kit.toBase64(bytesOf(content)) })
    const input = { files: [{ hash, name: String(name), directory }] }
    const [made] = (await kit.call('disk.makeFiles', { input })).items
    if (made.file === undefined) throw new Error(made.error)
    return made.file.__id
  }

  /** A cache may always be empty: this one is, when a script begins. */
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

  return { createFile, newCache }
}

import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder and its missing parents. Node's own `recursive` never returns where none can be made, as in /proc. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(folder, mode)
  } catch (error) {
    const parent = dirname(folder)
    if (!isMissing(error) || parent === folder) throw error
    await makeFolder(parent, mode)
    await makeOne(folder, mode)
  }
}

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  }
}

/** A new file name is durable only when its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

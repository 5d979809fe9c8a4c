import { createHash } from 'node:crypto'
import { readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readFolder, writeSource } from '../definitions/folder.ts'
import type { SourceFile } from '../definitions/source.ts'
import { invalid } from '../lib/errors.ts'
import { isMissing, makeFolder } from '../platform/files/disk.ts'

/** Which version the files of a folder come from. It belongs into version control. */
const State = z.strictObject({
  solution: z.string(),
  version: z.int(),
  checksum: z.string().describe('of the files of the version: another server numbers its own'),
})
export type State = z.infer<typeof State>

const STATE = '.kontor.json'

export async function readState(folder: string): Promise<State | undefined> {
  const text = await readFile(join(folder, STATE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return State.parse(JSON.parse(text))
  } catch (error) {
    throw invalid(`${join(folder, STATE)} cannot be read: ${(error as Error).message}`)
  }
}

export const writeState = (folder: string, state: State): Promise<void> =>
  writeFile(join(folder, STATE), `${JSON.stringify(state, undefined, 2)}\n`)

export const checksumOf = (files: readonly SourceFile[]): string => {
  const hash = createHash('sha256')
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  for (const { path, content } of sorted) {
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** The files of a folder; none if it is new, or has only dotfiles. */
export async function readCheckout(folder: string): Promise<SourceFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names.some((name) => !name.startsWith('.')) ? readFolder(folder) : []
}

type Change = { path: string; action: 'create' | 'update' | 'delete' }

/** Makes the folder have these files instead of those; others are not touched. */
export async function writeCheckout(
  folder: string,
  before: ReadonlyMap<string, Buffer>,
  after: ReadonlyMap<string, Buffer>,
): Promise<Change[]> {
  await makeFolder(folder)
  const changes: Change[] = []
  for (const [path, content] of after) {
    const old = before.get(path)
    if (old?.equals(content)) continue
    await writeSource(folder, path, content)
    changes.push({ path, action: old ? 'update' : 'create' })
  }
  for (const path of before.keys()) {
    if (after.has(path)) continue
    await unlink(join(folder, path))
    changes.push({ path, action: 'delete' })
  }
  return changes
}

import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SourceFile } from './source.ts'

/** The files of a solution as they lie on disk; hidden ones, such as an editor's, are left out. */
export async function readFolder(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
  return Promise.all(
    paths.toSorted().map(async (path) => ({ path, content: await readFile(join(folder, path)) })),
  )
}

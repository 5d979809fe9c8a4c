import { lstat, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { conflict, invalid } from '../lib/errors.ts'
import { isHidden, isSolutionPath } from '../lib/solution-path.ts'
import { makeFolder } from '../platform/files/disk.ts'
import type { SourceFile } from './source.ts'

/** All files of a solution, without dotfiles. */
export async function readFolder(folder: string): Promise<SourceFile[]> {
  const files = await listFiles(folder, '')
  if (!files.includes('solution.yaml')) {
    throw invalid(`${folder} is not a solution: it has no solution.yaml`)
  }
  return Promise.all(
    files.map(async (path) => ({ path, content: await readFile(join(folder, path)) })),
  )
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const visible = entries.filter(({ name }) => !isHidden(name))
  const found = await Promise.all(
    visible.map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return listFiles(root, path)
      return entry.isFile() ? [path] : []
    }),
  )
  return found.flat().sort()
}

/** Writes into a new or empty folder, unless overwriting is allowed. */
export async function writeFolder(
  folder: string,
  files: SourceFile[],
  { force }: { force: boolean },
): Promise<void> {
  await makeFolder(folder)
  if (!force && (await readdir(folder)).length > 0) {
    throw conflict(`${folder} is not empty: name another folder, or --force to overwrite its files`)
  }
  for (const { path, content } of files) await writeSource(folder, path, content)
}

/** Writes one file, and only where a file of a solution may be. */
export async function writeSource(folder: string, path: string, content: Buffer): Promise<void> {
  if (!isSolutionPath(path))
    throw invalid(`${path} is no path of a solution: nothing is written there`)
  const place = join(folder, path)
  await makeFolder(dirname(place))
  if (await leadsOut(folder, place))
    throw invalid(`${path} leads out of ${folder} by a link: nothing is written there`)
  await writeFile(place, content)
}

/** A checkout of somebody else's may have links in it. */
async function leadsOut(folder: string, place: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realpath(dirname(place)))
  const isLink = await lstat(place).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
  return isLink || way.split(sep)[0] === '..' || isAbsolute(way)
}

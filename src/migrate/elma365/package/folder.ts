import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { invalid } from '../../../lib/errors.ts'
import type { Allowance } from './limits.ts'
import { addPart, type Parts } from './parts.ts'

/** The files of an unpacked package, without dotfiles: it may be a checkout. */
export async function readParts(root: string, allowance: Allowance): Promise<Parts> {
  const parts: Parts = new Map()
  const seen = new Set<string>()
  for (const name of await listFiles(root, '')) {
    const path = join(root, name)
    allowance.take(name, (await stat(path)).size)
    addPart(parts, seen, name, await readFile(path))
  }
  return parts
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isSymbolicLink()) throw invalid(`the package has a link: ${JSON.stringify(path)}`)
    if (entry.isDirectory()) found.push(...(await listFiles(root, path)))
    if (entry.isFile()) found.push(path)
  }
  return found.sort()
}

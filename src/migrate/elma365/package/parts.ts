import { invalid } from '../../../lib/errors.ts'
import { isStorable } from '../../../lib/storable.ts'

/** The files of a package by their names, which have forward slashes and lie below its root. */
export type Parts = Map<string, Buffer>

/**
 * Packages write names with a leading slash or with backslashes. What leads out of the package, or to a
 * drive or another machine, is refused: nobody packs that by accident.
 */
export function partName(raw: string): string {
  const name = raw.replaceAll('\\', '/').replace(/^\/(?!\/)/, '')
  const isOutside =
    name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.split('/').includes('..')
  if (isOutside || !isStorable(name) || name === '') {
    throw invalid(`the package has a part whose name leads out of it: ${JSON.stringify(raw)}`)
  }
  return name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

/** Names that differ in case only are the same file on many machines. */
export function addPart(parts: Parts, seen: Set<string>, name: string, content: Buffer): void {
  const key = name.normalize('NFC').toLowerCase()
  if (seen.has(key)) throw invalid(`the package has ${JSON.stringify(name)} twice`)
  seen.add(key)
  parts.set(name, content)
}

import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { AppError, invalid } from '../../../lib/errors.ts'
import type { Allowance } from './limits.ts'
import { addPart, type Parts, partName } from './parts.ts'

/** What an archive holds, and the names of parts that are encrypted. */
export type Archive = { parts: Parts; encrypted: string[] }

export async function readArchive(
  name: string,
  content: Buffer,
  allowance: Allowance,
): Promise<Archive> {
  try {
    // Names are read here: the library refuses a leading slash, which packages have.
    return await unpack(await fromBufferPromise(content, { decodeStrings: false }), allowance)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid(`${name} is no archive, or is damaged: ${(error as Error).message}`)
  }
}

async function unpack(zip: ZipFile, allowance: Allowance): Promise<Archive> {
  const archive: Archive = { parts: new Map(), encrypted: [] }
  const seen = new Set<string>()
  allowance.expect(zip.entryCount)
  for await (const entry of zip.eachEntry()) {
    const raw = nameOf(entry)
    const name = partName(raw)
    if (isLink(entry)) throw invalid(`the package has a link: ${JSON.stringify(name)}`)
    allowance.take(name, entry.uncompressedSize, entry.compressedSize)
    if (/[/\\]$/.test(raw)) continue
    if (entry.isEncrypted()) archive.encrypted.push(name)
    else addPart(archive.parts, seen, name, await readPart(zip, entry))
  }
  return archive
}

/** The library stops at a part that is larger than its entry says. */
const readPart = async (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  buffer(await zip.openReadStreamPromise(entry))

function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  if (isUtf8(fileNameRaw)) return fileNameRaw.toString('utf8')
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

const FILE_TYPE = 0o170000
const LINK = 0o120000

/** Archives made on Unix keep the mode of a file in the upper half. */
const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK

import { buffer } from 'node:stream/consumers'
import PizZip from 'pizzip'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unfit } from './problem.ts'
import type { Limits } from './template.ts'

/** The parts of an Office file by their path in the archive. */
export type Parts = Map<string, Buffer>

/**
 * A fixed time for all parts, so that the same document has the same bytes. Zip archives have no time
 * zones, so it does not depend on that of the server.
 */
const DATE = new Date(2000, 0, 1)

/**
 * A small archive can unpack to gigabytes. The declared sizes are checked before anything is unpacked, and
 * yauzl aborts a part that is larger than declared.
 */
export async function readArchive(content: Buffer, limits: Limits): Promise<Parts> {
  try {
    return await unpack(await fromBufferPromise(content), limits)
  } catch (error) {
    if (error instanceof Unfit) throw error
    const { message } = error as Error
    throw new Unfit('not_a_template', `expected a .docx or .xlsx file: ${message}`)
  }
}

async function unpack(zip: ZipFile, limits: Limits): Promise<Parts> {
  const parts: Parts = new Map()
  let count = 0
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    // Not the parts so far: many entries may have one name.
    if (++count > limits.parts || unpacked > limits.unpacked) {
      throw new Unfit(
        'too_large',
        `the template unpacks to more than ${limits.parts} files or ${limits.unpacked} bytes`,
      )
    }
    if (!entry.fileName.endsWith('/')) parts.set(entry.fileName, await readPart(zip, entry))
  }
  return parts
}

async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await buffer(await zip.openReadStreamPromise(entry))
  // Office writes no DTDs; nested entities can grow exponentially.
  if (/\.(xml|rels)$/i.test(entry.fileName) && content.includes('<!DOCTYPE')) {
    throw new Unfit(
      'not_a_template',
      `"${entry.fileName}" has a DOCTYPE, which Office files have not`,
    )
  }
  return content
}

export function toZip(parts: Parts): PizZip {
  const zip = new PizZip()
  for (const [path, content] of parts) zip.file(path, content)
  return zip
}

export function writeArchive(zip: PizZip): Buffer {
  for (const file of Object.values(zip.files)) file.date = DATE
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}

import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { type Limits, Unreadable } from './formats.ts'

const MOST_PARTS = 10_000

/** Where people's words are in a document, and in a workbook. */
const DOCX = /^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/
const XLSX = /^xl\/(sharedStrings|worksheets\/[^/]+)\.xml$/

// No attribute has `<` in it: a tag that never ends is not looked for to the end of the file, each time again.
export const readDocx = async (content: Buffer, limits: Limits): Promise<string> =>
  wordsOf(
    await readParts(content, DOCX, limits),
    /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<\/w:p>|<w:tab\/>/g,
  )

export const readXlsx = async (content: Buffer, limits: Limits): Promise<string> =>
  wordsOf(
    await readParts(content, XLSX, limits),
    /<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)<\/(?:\w+:)?t>|<\/(?:\w+:)?(?:si|row|c)>/g,
  )

/** The text of its elements; ends of paragraphs and cells are line breaks. */
function wordsOf(parts: readonly string[], pieces: RegExp): string {
  const found: string[] = []
  for (const part of parts) {
    for (const [, text] of part.matchAll(pieces))
      found.push(text === undefined ? '\n' : plain(text))
    found.push('\n')
  }
  return found.join('').replace(/\n+/g, '\n').trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })

/** Declared sizes are checked before anything is unpacked, and yauzl stops at a part that is larger. */
async function readParts(content: Buffer, wanted: RegExp, limits: Limits): Promise<string[]> {
  // Office writes a protected document as a compound file, which is no archive.
  if (content.subarray(0, 4).equals(COMPOUND)) {
    throw new Unreadable(
      'protected',
      'the document is protected by a password, or of an old format',
    )
  }
  const zip = await fromBufferPromise(content)
  const parts: string[] = []
  let count = 0
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > MOST_PARTS) throw new Unreadable('too_large', 'the archive has too many parts')
    if (!wanted.test(entry.fileName)) continue
    if (entry.isEncrypted()) throw new Unreadable('protected', 'the archive is encrypted')
    unpacked += entry.uncompressedSize
    if (unpacked > limits.unpacked) {
      throw new Unreadable('too_large', `its text unpacks to more than ${limits.unpacked} bytes`)
    }
    parts.push(await readPart(zip, entry))
  }
  if (parts.length === 0) throw new Unreadable('damaged', 'the archive has no document inside')
  return parts
}

const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

const readPart = async (zip: ZipFile, entry: Entry): Promise<string> =>
  (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8')

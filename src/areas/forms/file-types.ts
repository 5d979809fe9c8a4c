import type { FileType } from '../../definitions/kinds/public-form.ts'

/** The number of bytes that identify a file type. */
export const HEAD = 4096

export const ENDINGS: Record<FileType, readonly string[]> = {
  pdf: ['.pdf'],
  jpeg: ['.jpg', '.jpeg'],
  png: ['.png'],
  gif: ['.gif'],
  webp: ['.webp'],
  docx: ['.docx'],
  xlsx: ['.xlsx'],
  odt: ['.odt'],
  zip: ['.zip'],
  text: ['.txt', '.csv'],
}

const begins = (head: Buffer, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
const has = (head: Buffer, text: string, at?: number) =>
  at === undefined
    ? head.includes(text, 0, 'latin1')
    : head.subarray(at, at + text.length).toString('latin1') === text

const isZip = (head: Buffer) => begins(head, 0x50, 0x4b, 0x03, 0x04)
/** Office documents are archives that begin with what is in them. */
const isOffice = (head: Buffer) =>
  isZip(head) && (has(head, '[Content_Types].xml') || has(head, '_rels/.rels'))

function isText(head: Buffer): boolean {
  if (head.includes(0)) return false
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

const LOOKS: Record<FileType, (head: Buffer) => boolean> = {
  pdf: (head) => has(head, '%PDF-', 0),
  jpeg: (head) => begins(head, 0xff, 0xd8, 0xff),
  png: (head) => begins(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  gif: (head) => has(head, 'GIF87a', 0) || has(head, 'GIF89a', 0),
  webp: (head) => has(head, 'RIFF', 0) && has(head, 'WEBP', 8),
  docx: isOffice,
  xlsx: isOffice,
  odt: (head) => isZip(head) && has(head, 'mimetypeapplication/vnd.oasis.opendocument.text', 30),
  zip: isZip,
  text: isText,
}

/** Whether a file is one of these types, both by its content and by the ending of its name. */
export const isOneOf = (types: readonly FileType[], name: string, head: Buffer): boolean =>
  types.some(
    (type) =>
      ENDINGS[type].some((ending) => name.toLowerCase().endsWith(ending)) && LOOKS[type](head),
  )

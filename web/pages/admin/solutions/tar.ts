import type { ReplyOf } from '../../../client.ts'

type Exported = ReplyOf<'solutions', 'export'>['files'][number]

const BLOCK = 512
const encoder = new TextEncoder()

const bytesOf = (file: Exported): Uint8Array =>
  'content' in file
    ? encoder.encode(file.content)
    : Uint8Array.from(atob(file.base64), (sign) => sign.charCodeAt(0))

/** One archive of all files, which every system can unpack. */
export function toTar(folder: string, files: Exported[]): Blob {
  const parts = files.flatMap((file) => {
    const bytes = bytesOf(file)
    return [...headersOf(`${folder}/${file.path}`, bytes.length), padded(bytes)]
  })
  return new Blob([...parts, new Uint8Array(2 * BLOCK)] as BlobPart[], {
    type: 'application/x-tar',
  })
}

function padded(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK)
  block.set(bytes)
  return block
}

/** A header has room for a hundred bytes of a path: longer ones go before it in a record. */
function headersOf(path: string, size: number): Uint8Array[] {
  if (encoder.encode(path).length < 100) return [header(path, size, '0')]
  const record = paxRecord('path', path)
  return [
    header('PaxHeader', record.length, 'x'),
    padded(record),
    header(path.slice(-50).replace(/[^\x20-\x7e]/g, '_'), size, '0'),
  ]
}

/** `length key=value\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = encoder.encode(` ${key}=${value}\n`).length
  let length = rest + String(rest).length
  length = rest + String(length).length
  return encoder.encode(`${length} ${key}=${value}\n`)
}

function header(path: string, size: number, type: '0' | 'x'): Uint8Array {
  const block = new Uint8Array(BLOCK)
  const put = (at: number, text: string) => block.set(encoder.encode(text), at)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  put(0, path)
  put(100, '0000644\0')
  put(108, '0000000\0')
  put(116, '0000000\0')
  put(124, `${octal(size, 11)}\0`)
  put(136, `${octal(Math.floor(Date.now() / 1000), 11)}\0`)
  put(148, '        ')
  put(156, type)
  put(257, 'ustar\x0000')
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(148, `${octal(sum, 6)}\0 `)
  return block
}

import { isUtf8 } from 'node:buffer'
import { invalid } from '../lib/errors.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251'

/**
 * By its byte order mark, else by its bytes: UTF-16 is full of zeros, and text in other encodings is hardly
 * ever valid UTF-8.
 */
export function detectEncoding(sample: Buffer, isWhole: boolean): Encoding {
  const [first, second] = sample
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) > sample.length / 8) return odd > even ? 'utf-16le' : 'utf-16be'
  return isUtf8(isWhole ? sample : withoutCutCharacter(sample)) ? 'utf-8' : 'windows-1251'
}

/** A multi-byte character may be cut at the end of the sample. */
function withoutCutCharacter(sample: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, sample.length); back++) {
    const byte = sample[sample.length - back] ?? 0
    if (byte >= 0xc0) return sample.subarray(0, sample.length - back)
    if (byte < 0x80) break
  }
  return sample
}

/** Decodes a stream of bytes. Throws on invalid bytes. */
export async function* decode(
  content: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const read = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw invalid(`the file is not valid ${encoding.toUpperCase()}: save it as UTF-8`)
    }
  }
  for await (const chunk of content) yield read(chunk)
  yield read()
}

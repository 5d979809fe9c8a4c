import type { Readable } from 'node:stream'
import { invalid } from '../lib/errors.ts'
import { CsvParser } from './csv-parser.ts'
import { decode, detectEncoding, type Encoding } from './encoding.ts'
import type { Row, Sheet } from './sheet.ts'

const SAMPLE = 1024 ** 2
const SEPARATORS = [',', ';', '\t', '|']
/** A first line in which some spreadsheets declare the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n?/i

/** Opens the file from the start, optionally limited to so many bytes. */
export type Open = (most?: number) => Promise<Readable>

/** Detects the encoding and the separator from the start of the file. */
export async function openCsv(open: Open): Promise<Sheet> {
  const sample = await readSample(open)
  const encoding = detectEncoding(sample, sample.length < SAMPLE)
  const text = new TextDecoder(encoding).decode(sample)
  if (text.trim() === '') throw invalid('the file is empty')
  const named = SEPARATOR_LINE.exec(text)
  const separator = named?.[1] ?? detectSeparator(text)
  const form = { encoding, separator, skipped: named?.[0].length ?? 0 }
  return {
    rows: () => read(open, form, new CsvParser(separator)),
    survey: () => read(open, form, new CsvParser(separator, true)),
  }
}

async function readSample(open: Open): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await open(SAMPLE)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The most frequent separator in the first row, outside quotes; by default a comma. */
function detectSeparator(text: string): string {
  const [line = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)
  const count = (separator: string) => line.split(separator).length
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

type Form = { encoding: Encoding; separator: string; skipped: number }

async function* read(
  open: Open,
  { encoding, skipped }: Form,
  parser: CsvParser,
): AsyncGenerator<Iterable<Row>> {
  let left = skipped
  for await (const text of decode(await open(), encoding)) {
    yield parser.push(left > 0 ? text.slice(left) : text)
    left = Math.max(0, left - text.length)
  }
  yield parser.end()
}

import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** A value as COPY reads it. */
export function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Array.isArray(value)) return escapeText(`{${value.map(member).join()}}`)
  return String(value)
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escapeText = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char) : text

const member = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`

/** The largest buffer that is reused for the next batch. */
const KEPT = 2 * 1024 ** 2

/**
 * Lines in COPY's text format, waiting to be sent. Kept outside the heap: strings that wait long get into the old
 * generation and are collected late.
 */
export class CopyBatch {
  #bytes = Buffer.allocUnsafeSlow(KEPT)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(line: string): void {
    // A UTF-16 code unit takes at most three bytes.
    const needed = this.#length + 3 * line.length
    if (needed > this.#bytes.length) this.#grow(2 * needed)
    this.#length += this.#bytes.write(line, this.#length)
  }

  /** The statement names the table and its columns. Empties the batch. */
  async send(client: pg.Client, statement: string): Promise<void> {
    const stream = client.query(from(statement))
    stream.end(this.#bytes.subarray(0, this.#length))
    await finished(stream)
    this.#length = 0
    if (this.#bytes.length > KEPT) this.#bytes = Buffer.allocUnsafeSlow(KEPT)
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(size)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

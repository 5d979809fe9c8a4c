import { once } from 'node:events'
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

const CHUNK = 256 * 1024

/** Sends lines of COPY's own text format; the statement names the table and its columns. */
export async function copyIn(
  client: pg.Client,
  statement: string,
  lines: Iterable<string>,
): Promise<void> {
  const stream = client.query(from(statement))
  const done = finished(stream)
  // Whoever writes below hears of a failure through this one promise.
  done.catch(() => undefined)
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < CHUNK) continue
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done])
    text = ''
  }
  stream.end(text)
  await done
}

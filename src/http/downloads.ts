import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { isUnchanged } from '../lib/etag.ts'
import type { ByteRange } from '../platform/files/object-store.ts'
import type { Reply } from './idempotency.ts'
import type { FileAnswer } from './implement.ts'

/** A response: a text, or a file as a stream. */
export type Answer = Reply & {
  stream?: Readable | undefined
  /** Milliseconds after which a stalled reader of the stream is disconnected; absent = never. */
  idle?: number
  cookies?: readonly string[]
}

/** If a browser shows it as a page, nothing in it may run. */
const SAVED = { 'content-security-policy': "default-src 'none'; sandbox" }
/** For content that browsers refuse to show in a sandbox. */
const FRAMED = {
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/** The whole file, the requested range, or 304. */
export async function answerFile(
  file: FileAnswer,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
): Promise<Answer> {
  const { size, etag, sha256 } = file
  const common = {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...(sha256 && { 'repr-digest': `sha-256=:${sha256.toString('base64')}:` }),
  }
  if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, headers: common, body: '' }
  const isWanted = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isWanted ? readRange(headers.range, size) : undefined
  if (range === 'unsatisfiable') return outside(size)
  // Fastify takes the length from the headers only for streams.
  const stream = method === 'HEAD' ? Readable.from([]) : await file.open(range)
  const { start, end } = range ?? { start: 0, end: size }
  return {
    status: range ? 206 : 200,
    headers: {
      ...common,
      ...(file.isFramed ? FRAMED : SAVED),
      'content-type': file.type,
      'content-disposition': file.isFramed
        ? file.disposition.replace(/^attachment/, 'inline')
        : file.disposition,
      'content-length': String(end - start),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    },
    body: '',
    stream,
  }
}

/** A reader that stops reading a generated file would hold a slot that others need. */
export function endIfStalled(response: ServerResponse, idle: number): void {
  response.setTimeout(idle, () => {
    const { socket } = response
    // Nothing is buffered: the reader waits for us.
    if (socket?.writableLength === 0) socket.setTimeout(idle)
    else socket?.destroy()
  })
}

const FORM = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Multiple ranges, other units and invalid headers get the whole file, as HTTP allows. */
function readRange(
  text: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = FORM.exec(text?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const start = Math.max(0, size - Number(last))
    return start < size ? { start, end: size } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

const outside = (size: number): Answer => ({
  status: 416,
  headers: { 'content-range': `bytes */${size}`, 'content-type': 'application/problem+json' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Range not satisfiable',
    status: 416,
    detail: `the file has ${size} bytes: the range starts past its end`,
  }),
})

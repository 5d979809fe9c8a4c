import type { IncomingMessage } from 'node:http'
import { finished, pipeline, type Readable, Transform } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError, invalid, tooLarge } from '../lib/errors.ts'
import { isStorable, UNSTORABLE } from '../lib/storable.ts'
import type { Arriving } from '../platform/files/object-store.ts'

export type UploadLimits = {
  /** Bytes. */
  largest: number
  /** Milliseconds without a byte. */
  idle: number
}

export type UploadRequest = { raw: IncomingMessage; contentType: string | undefined }

/** `discard` ends it: nobody reads any more, and what still comes is thrown away. */
export type Upload = Arriving & { discard(): void }

/** The first file of a form, whatever it is called there, or else the body as it is. */
export async function readUpload(
  { raw, contentType }: UploadRequest,
  { largest, idle }: UploadLimits,
): Promise<Upload> {
  if (Number(raw.headers['content-length'] ?? 0) > largest + FORM) throw larger(largest)
  // The sender may have left before anybody listened: then nothing comes, not even an end.
  if (raw.destroyed) throw brokeOff()
  const bytes = watchIdle(raw, idle)
  const isForm = contentType !== undefined && /^multipart\/form-data/i.test(contentType)
  const discard = () => {
    bytes.destroy()
  }
  try {
    const { name, content } = isForm
      ? await readForm(bytes, openForm(contentType))
      : { name: undefined, content: bytes }
    return { name, content: upTo(content, largest), largest, discard }
  } catch (error) {
    discard()
    throw error
  }
}

/** After a refusal the rest is thrown away, so that the sender gets to read the answer. */
export function dropRest(raw: IncomingMessage): void {
  raw.unpipe()
  raw.resume()
}

/** What the parts of a form may add around its file. */
const FORM = 64 * 1024

/** Not a pipeline: it would close the connection before the refusal is on it. */
function watchIdle(raw: IncomingMessage, idle: number): Readable {
  const stop = (error: Error) => bytes.destroy(error)
  // What lies here unread, or has come to its end, waits for us and not for the sender.
  const isOurTurn = () => raw.complete || bytes.readableLength > 0
  const timer = setTimeout(() => (isOurTurn() ? timer.refresh() : stop(stoodStill(idle))), idle)
  const bytes = new Transform({
    transform(chunk, _, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  raw.once('error', stop)
  raw.once('close', () => raw.readableEnded || stop(brokeOff()))
  finished(bytes, () => {
    clearTimeout(timer)
    raw.unpipe(bytes)
    // What still comes is dropped, so that the sender gets to read the answer.
    raw.resume()
  })
  return raw.pipe(bytes)
}

const brokeOff = () => invalid('the upload was interrupted')

const stoodStill = (idle: number) =>
  new AppError('timeout', `the upload stalled for ${idle / 1000} s`)

function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fields: 100, fieldSize: FORM, parts: 100 },
    })
  } catch (error) {
    throw notAForm(error)
  }
}

const notAForm = (error: unknown) =>
  invalid(`the form is not valid multipart/form-data: ${(error as Error).message}`)

type Part = { name: string; content: Readable }

function readForm(bytes: Readable, form: BusboyInstance): Promise<Part> {
  return new Promise((resolve, reject) => {
    let content: Readable | undefined
    form.once('file', (_, file, name) => {
      content = file
      // It may break off before anybody reads it; who reads it then is told.
      file.on('error', () => undefined)
      if (isStorable(name ?? '')) resolve({ name: name ?? '', content: file })
      else reject(invalid(`the name of the file: ${UNSTORABLE}`))
    })
    pipeline(bytes, form, (error) => {
      if (!error) return reject(invalid('the form has no file: expected a part with a filename'))
      const told = error instanceof AppError ? error : notAForm(error)
      content?.destroy(told)
      reject(told)
    })
  })
}

async function* upTo(content: Readable, largest: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > largest) throw larger(largest)
    yield chunk
  }
}

const larger = (largest: number) =>
  tooLarge(`the file is larger than the ${largest} bytes this server accepts`)

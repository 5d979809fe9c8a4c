import { type Answered, ClientError, type Sent } from '../../../../src/client/client.ts'
import { sentOf } from '../../../client.ts'

/** A new file in a directory, or a new version of a file. */
export type Target = { directory: string } | { file: string }

/** The server was not reached, or did not answer: what has arrived there is still good. */
export class Interrupted extends Error {}

/** Parts that others follow have at least 5 MiB; these are lost at most when a line breaks. */
export const PART = 8 * 1024 ** 2

export type Part = {
  hash: string
  file: File
  target: Target
  start: number
  signal: AbortSignal
  /** Bytes of the whole file that have left so far. */
  onSent: (bytes: number) => void
}

export const endOf = ({ file, start }: Pick<Part, 'file' | 'start'>): number =>
  Math.min(start + PART, file.size)

export async function sendPart(part: Part): Promise<void> {
  const { file, start } = part
  const end = endOf(part)
  const isWhole = start === 0 && end === file.size
  const headers = {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    ...(!isWhole && { 'content-range': `bytes ${start}-${end}/${file.size}` }),
  }
  const sent = toSent(part, headers)
  const answer = await transmit(sent, isWhole ? file : file.slice(start, end), part)
  if (answer.status === 200 || answer.status === 206) return
  if (answer.status >= 500) throw new Interrupted(new ClientError(answer).message)
  throw new ClientError(answer)
}

function toSent({ target, hash }: Part, headers: Record<string, string>): Sent {
  const input = { hash }
  return 'directory' in target
    ? sentOf('disk', 'uploadToDirectory', { params: { id: target.directory }, input, headers })
    : sentOf('disk', 'uploadVersion', { params: { id: target.file }, input, headers })
}

/** By the older way of asking: `fetch` does not tell how much has left. */
function transmit(sent: Sent, body: Blob, { signal, start, onSent }: Part): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(sent.method, sent.path)
    for (const [name, value] of Object.entries(sent.headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => onSent(start + loaded)
    request.onload = () =>
      resolve({ status: request.status, headers: new Headers(), text: request.responseText })
    request.onerror = () => reject(new Interrupted())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

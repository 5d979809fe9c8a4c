import { once } from 'node:events'
import http from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export type Request = { method: string; url: string; headers?: Record<string, string> }

/** Sends bytes and answers the text that came back. Other than fetch it copies nothing on the way. */
export async function send(request: Request, body: Buffer | Readable): Promise<string> {
  const { method, url, headers = {} } = request
  const length = Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {}
  const outgoing = http.request(url, { method, headers: { ...headers, ...length } })
  const answered = once(outgoing, 'response') as Promise<[http.IncomingMessage]>
  if (Buffer.isBuffer(body)) outgoing.end(body)
  else body.pipe(outgoing)
  const [response] = await answered
  const said = await text(response)
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${response.statusCode}: ${said}`)
  return said
}

/** Reads everything and hands it on piece by piece; answers how many bytes there were. */
export async function receive(
  { url, headers = {} }: Omit<Request, 'method'>,
  look: (chunk: Buffer) => void = () => undefined,
): Promise<number> {
  const [response] = (await once(http.get(url, { headers }), 'response')) as [http.IncomingMessage]
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    look(chunk)
  }
  if ((response.statusCode ?? 500) >= 300) throw new Error(`answered ${response.statusCode}`)
  return size
}

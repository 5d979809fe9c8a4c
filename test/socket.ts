import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const LONGEST = 60_000

/** A raw connection to the server at `address`, for malformed requests. */
export async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(LONGEST, () =>
    socket.destroy(new Error('the server neither answers nor hangs up')),
  )
  await once(socket, 'connect')
  return socket
}

/** Everything the server sends until it closes the connection. */
export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const [error] = await Promise.race([once(socket, 'close').then(() => []), failure(socket)])
  if (error) throw error
  return Buffer.concat(chunks).toString()
}

/** A server that closes while we are sending resets the connection; what it sent before counts. */
const failure = (socket: Socket): Promise<(Error | undefined)[]> =>
  new Promise((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve([error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : error]),
    )
  })

/** Sends these bytes, and returns everything the server sends until it closes the connection. */
export async function say(address: string, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(address)
  socket.write(bytes)
  return readAll(socket)
}

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Splits the output of a server into responses. */
export function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`not an answer: ${rest.slice(0, 200)}`)
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const length = Number(
      headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0),
    )
    const body = Buffer.from(rest.slice(end + 4))
      .subarray(0, length)
      .toString()
    answers.push({ status: Number(first.split(' ')[1]), headers, body })
    rest = rest.slice(end + 4 + body.length)
  }
  return answers
}

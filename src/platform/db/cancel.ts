import { once } from 'node:events'
import { connect } from 'node:net'
import type pg from 'pg'
import { streamOf } from './open-connections.ts'

/** What the driver keeps of a connection and does not declare. */
type Backend = { processID: number | null; secretKey: number | null }

const CODE = 80_877_102
const LONGEST = 5000

/**
 * Asks the server to end the statement that runs on a connection, as the protocol provides for: also a pooler
 * in between understands it. The statement may have ended by itself, and the next one be hit: a connection
 * is not used again after this.
 */
export async function cancel(client: pg.ClientBase): Promise<void> {
  const { processID, secretKey } = client as unknown as Backend
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  for (const [at, word] of [16, CODE, processID, secretKey].entries()) {
    message.writeInt32BE(word, at * 4)
  }
  const socket = connect(addressOf(client as pg.Client))
  try {
    socket.end(message)
    await once(socket, 'close', { signal: AbortSignal.timeout(LONGEST) })
  } catch {
    // Its own time limit ends the statement.
  } finally {
    socket.destroy()
  }
}

/** That of the server which it is connected to, of several. */
function addressOf(client: pg.Client) {
  const { remoteAddress: host, remotePort: port } = streamOf(client)
  if (host !== undefined && port !== undefined) return { host, port }
  return { path: `${client.host}/.s.PGSQL.${client.port}` }
}

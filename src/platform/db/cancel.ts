import { once } from 'node:events'
import { connect } from 'node:net'
import type pg from 'pg'
import { streamOf } from './open-connections.ts'

/** Fields of the driver's connection that its types do not declare. */
type Backend = { processID: number | null; secretKey: number | null }

const CODE = 80_877_102
const LONGEST = 5000

/**
 * Sends the cancel request of the protocol, which poolers also understand. The statement may have ended by then,
 * and the next one be cancelled instead: do not use the connection again.
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
    // The time limit of the statement ends it anyway.
  } finally {
    socket.destroy()
  }
}

/** The address of the server that this client is connected to. */
function addressOf(client: pg.Client) {
  const { remoteAddress: host, remotePort: port } = streamOf(client)
  if (host !== undefined && port !== undefined) return { host, port }
  return { path: `${client.host}/.s.PGSQL.${client.port}` }
}

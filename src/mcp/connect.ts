import { areas } from '../client/areas.ts'
import { createClient, overHttp, type Send } from '../client/client.ts'
import type { Connect } from './tool.ts'

const TRIAL = 'kontor-dry-run'

/** The API of a server with a token. */
export const connectTo =
  (address: string, token: string | undefined, more: Record<string, string> = {}): Connect =>
  ({ dryRun = false, idempotencyKey } = {}) => {
    const send = overHttp(address, token, {
      ...more,
      ...(dryRun && { [TRIAL]: 'true' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    })
    return createClient(areas, dryRun ? onlyTried(send) : send)
  }

/** A server of an earlier release ignores the header, and does what was only to be tried out. */
const onlyTried =
  (send: Send): Send =>
  async (request) => {
    const answer = await send(request)
    if (answer.status < 300 && answer.headers.get(TRIAL) !== 'true') {
      throw new Error('this server does not know dry runs: it has stored the change')
    }
    return answer
  }

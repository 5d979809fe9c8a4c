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

/** Without the header, which a proxy may drop, what was only to be tried out is done. */
const onlyTried =
  (send: Send): Send =>
  async (request) => {
    const answer = await send(request)
    if (answer.status < 300 && answer.headers.get(TRIAL) !== 'true') {
      throw new Error('the server did not get the header of the dry run: it has stored the change')
    }
    return answer
  }

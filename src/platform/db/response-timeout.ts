import type pg from 'pg'
import { pause } from '../loops/sleep.ts'
import { streamOf } from './open-connections.ts'

const PIECES = 10

/**
 * Closes the connection if the server sends nothing for so many milliseconds while the work waits. The time is
 * counted in steps: if this process was too busy to read the answer, the server was not silent.
 */
export async function withResponseTimeout<T>(
  client: pg.Client,
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const answered = new AbortController()
  void hangUpLate(client, milliseconds / PIECES, answered.signal)
  try {
    return await work()
  } finally {
    answered.abort()
  }
}

async function hangUpLate(client: pg.Client, piece: number, answered: AbortSignal): Promise<void> {
  let received = streamOf(client).bytesRead
  for (let silent = 0; silent < PIECES && !answered.aborted; silent++) {
    await pause(piece, answered)
    const { bytesRead } = streamOf(client)
    if (bytesRead !== received) silent = 0
    received = bytesRead
  }
  if (answered.aborted) return
  const late = Object.assign(new Error('does not answer'), { code: 'ETIMEDOUT' })
  streamOf(client).destroy(late)
}

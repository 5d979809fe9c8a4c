import { Worker } from 'node:worker_threads'
import { unprocessable } from '../../lib/errors.ts'
import { replyOf, WorkerFailure } from '../../workers/reply.ts'
import type { Chart } from './chart.ts'

const WORKER = new URL('./worker.ts', import.meta.url)
const MEMORY = { maxOldGenerationSizeMb: 512 }
const TIMEOUT = 60_000

/** A title, lines below it, a picture, and a table whose head is repeated on every page. */
export type Printed = {
  title: string
  lines: string[]
  chart?: Chart
  columns: { title: string; isNumber: boolean }[]
  rows: (string | null)[][]
}

/** A PDF made in a thread of its own: laying out a long table takes seconds. */
export async function writePdf(task: Printed): Promise<Buffer> {
  const worker = new Worker(WORKER, { workerData: task, resourceLimits: MEMORY, env: {} })
  // Also reported by the reply; without a listener it would end the server.
  worker.on('error', () => undefined)
  try {
    return Buffer.from(await replyOf<Uint8Array>(worker, TIMEOUT))
  } catch (error) {
    if (error instanceof WorkerFailure && error.kind !== 'crash')
      throw unprocessable('the table is too large for a PDF: choose CSV or XLSX')
    throw error
  } finally {
    await worker.terminate()
  }
}

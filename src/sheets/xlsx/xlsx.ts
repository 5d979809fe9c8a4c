import { Worker } from 'node:worker_threads'
import { invalid } from '../../lib/errors.ts'
import { replyOf, WorkerFailure } from '../../workers/reply.ts'
import type { Row, Sheet } from '../sheet.ts'
import { type Packed, unpack } from './packed.ts'

const WORKER = new URL('./worker.ts', import.meta.url)

/** The memory limit of the worker, however large the file. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** The time limit for the next rows. */
const TIMEOUT = 60_000

/** Reads the first sheet of a workbook on disk, in a worker thread that ends when the reader leaves. */
export const openXlsx = (path: string, left?: AbortSignal): Sheet => ({
  rows: () => read({ path, isSurvey: false }, left),
  survey: () => read({ path, isSurvey: true }, left),
})

export type Task = { path: string; isSurvey: boolean }
type Answer = (Packed & { isLast: boolean }) | { refusal: string } | { fault: string }

async function* read(task: Task, left?: AbortSignal): AsyncGenerator<Iterable<Row>> {
  left?.throwIfAborted()
  const worker = new Worker(WORKER, { workerData: task, resourceLimits: MEMORY, env: {} })
  // An error while no rows are requested is reported at the next request.
  worker.on('error', () => undefined)
  const end = () => void worker.terminate()
  left?.addEventListener('abort', end)
  try {
    for (;;) {
      worker.postMessage('next')
      const answer = await replyOf<Answer>(worker, TIMEOUT).catch(refuse)
      if ('refusal' in answer) throw invalid(answer.refusal)
      if ('fault' in answer) throw new Error(answer.fault)
      if (answer.numbers.length > 0) yield unpack(answer)
      if (answer.isLast) return
    }
  } finally {
    left?.removeEventListener('abort', end)
    await worker.terminate()
  }
}

function refuse(error: unknown): never {
  const { kind } = error instanceof WorkerFailure ? error : {}
  if (kind === 'memory') {
    throw invalid('the workbook needs more memory than this server allows: send CSV')
  }
  if (kind === 'timeout') throw invalid('the workbook takes too long to read: send CSV')
  throw error
}

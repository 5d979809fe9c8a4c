import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { invalid } from '../../../lib/errors.ts'
import type { Row, Sheet } from '../sheet.ts'

const WORKER = new URL('./worker.ts', import.meta.url)

/** However large the file is, this is all the memory it gets. */
const MEMORY = { maxOldGenerationSizeMb: 512 }

/** The first sheet of a workbook on the disk. It is read by a thread of its own: others go on. */
export const openXlsx = (path: string): Sheet => ({ rows: () => read(path) })

type Answer = { rows: Row[]; isLast: boolean } | { refusal: string } | { fault: string }

async function* read(path: string): AsyncGenerator<Row[]> {
  const worker = new Worker(WORKER, { workerData: path, resourceLimits: MEMORY })
  try {
    for (;;) {
      worker.postMessage('next')
      const [answer] = (await once(worker, 'message').catch(outOfMemory)) as [Answer]
      if ('refusal' in answer) throw invalid(answer.refusal)
      if ('fault' in answer) throw new Error(answer.fault)
      if (answer.rows.length > 0) yield answer.rows
      if (answer.isLast) return
    }
  } finally {
    await worker.terminate()
  }
}

function outOfMemory(error: Error & { code?: string }): never {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
  throw invalid('the workbook needs more memory than this server gives it: send CSV')
}

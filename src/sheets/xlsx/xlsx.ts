import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { invalid } from '../../lib/errors.ts'
import type { Row, Sheet } from '../sheet.ts'
import { type Packed, unpack } from './packed.ts'

const WORKER = new URL('./worker.ts', import.meta.url)

/** However large the file is, this is all the memory it gets. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** The first sheet of a workbook on the disk. It is read by a thread of its own: others go on. */
export const openXlsx = (path: string): Sheet => ({
  rows: () => read({ path, isSurvey: false }),
  survey: () => read({ path, isSurvey: true }),
})

export type Task = { path: string; isSurvey: boolean }
type Answer = (Packed & { isLast: boolean }) | { refusal: string } | { fault: string }

async function* read(task: Task): AsyncGenerator<Iterable<Row>> {
  const worker = new Worker(WORKER, { workerData: task, resourceLimits: MEMORY })
  try {
    for (;;) {
      worker.postMessage('next')
      const [answer] = (await once(worker, 'message').catch(outOfMemory)) as [Answer]
      if ('refusal' in answer) throw invalid(answer.refusal)
      if ('fault' in answer) throw new Error(answer.fault)
      if (answer.numbers.length > 0) yield unpack(answer)
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

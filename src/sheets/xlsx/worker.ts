import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import { pack } from './packed.ts'
import { scanXlsx } from './scan.ts'
import type { Task } from './xlsx.ts'

/** Sends the next rows on request, so that nothing accumulates between the threads. */
const { path, isSurvey } = workerData as Task
const rows = scanXlsx(path, isSurvey)

parentPort?.on('message', () => {
  rows.next().then(
    ({ value, done }) => parentPort?.postMessage({ ...pack(value ?? []), isLast: done ?? false }),
    (error: unknown) => {
      const { message } = error as Error
      parentPort?.postMessage(error instanceof AppError ? { refusal: message } : { fault: message })
    },
  )
})

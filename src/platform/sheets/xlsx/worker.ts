import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../../lib/errors.ts'
import { scanXlsx } from './scan.ts'

/** Sends the next rows only when they are asked for, so that nothing piles up between the threads. */
const rows = scanXlsx(workerData as string)

parentPort?.on('message', () => {
  rows.next().then(
    ({ value, done }) => parentPort?.postMessage({ rows: value ?? [], isLast: done ?? false }),
    (error: unknown) => {
      const { message } = error as Error
      parentPort?.postMessage(error instanceof AppError ? { refusal: message } : { fault: message })
    },
  )
})

import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'

/** The thread ended before it answered, because of its task; other tasks are not affected. */
export class WorkerFailure extends Error {
  readonly kind: 'timeout' | 'memory' | 'crash'

  constructor(kind: WorkerFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** The id of a thread that has ended. */
const ENDED = -1

/** The next message of the thread; if it fails, ends or is late, it is terminated. */
export async function replyOf<Answer>(worker: Worker, milliseconds: number): Promise<Answer> {
  if (worker.threadId === ENDED) throw ended()
  const stop = new AbortController()
  const { signal } = stop
  const late = setTimeout(() => stop.abort(), milliseconds)
  const exit = once(worker, 'exit', { signal }).then(() => {
    throw ended()
  })
  try {
    const [answer] = await Promise.race([once(worker, 'message', { signal }), exit])
    return answer as Answer
  } catch (error) {
    await worker.terminate()
    throw toFailure(error, signal.aborted)
  } finally {
    clearTimeout(late)
    stop.abort()
  }
}

const ended = () => new WorkerFailure('crash', 'the thread ended before it answered')

function toFailure(error: unknown, isLate: boolean): WorkerFailure {
  if (error instanceof WorkerFailure) return error
  if (isLate) return new WorkerFailure('timeout', 'the thread took too long and was ended')
  const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isMemory) return new WorkerFailure('memory', 'the thread ran out of memory', error)
  return new WorkerFailure('crash', `the thread failed: ${(error as Error).message}`, error)
}

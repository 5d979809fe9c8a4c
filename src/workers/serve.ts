import { parentPort, type Transferable } from 'node:worker_threads'

/** What a worker says once it can take its first task. */
export const READY = 'ready'

/**
 * The worker's side of a pool: one task after the other. What the handler throws is a fault of ours
 * and ends the worker; what can go wrong with a task is an answer.
 */
export function serve<Task, Answer>(
  handle: (task: Task) => Promise<Answer>,
  transfers: (answer: Answer) => Transferable[] = () => [],
): void {
  const port = parentPort
  if (!port) throw new Error('a worker is started by a pool')
  port.on('message', (task: Task) => {
    void handle(task).then((answer) => port.postMessage(answer, transfers(answer)))
  })
  port.postMessage(READY)
}

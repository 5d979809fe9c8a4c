import { parentPort, type Transferable } from 'node:worker_threads'

/** The message of a worker that is ready for its first task. */
export const READY = 'ready'

/**
 * The worker's side of a pool: one task after another. An exception of the handler is a bug and ends the
 * worker; problems of a task are returned as answers.
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

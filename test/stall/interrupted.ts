import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { interrupt } from '../../src/platform/stalls/interrupt.ts'

/** A process whose guard pauses it, after its event loop went on ("free") or before ("blocked"). */
const [state = ''] = process.argv.slice(2)

if (isMainThread) {
  process.on('SIGTERM', () => undefined)
  const guard = new Worker(new URL(import.meta.url), { argv: [state] })
  guard.once('message', () => {
    process.stdout.write(`${process.listenerCount('SIGTERM')} handlers of SIGTERM\n`)
    process.exit(0)
  })
  // Something to pause.
  const turn = () => void setImmediate(turn)
  turn()
} else {
  await interrupt(() => state === 'blocked')
  parentPort?.postMessage('done')
}

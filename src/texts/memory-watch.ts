import { workerData } from 'node:worker_threads'
import { OUT_OF_MEMORY } from './formats.ts'

/**
 * A thread of the process that reads files: what is decoded lies outside of the heap, so that no limit of
 * Node holds it. Ends the whole process, even while that is busy.
 */
const { most } = workerData as { most: number }
const shared = new Int32Array(new SharedArrayBuffer(4))
const INTERVAL = 20

while (process.memoryUsage.rss() <= most) Atomics.wait(shared, 0, 0, INTERVAL)
process.kill(process.pid, OUT_OF_MEMORY)

import { isMainThread } from 'node:worker_threads'

/**
 * Preloaded by tests with `--import`: a signal blocks the event loop for BLOCK seconds, computing, or
 * without any CPU time as on an overloaded machine.
 */
// biome-ignore lint/style/noProcessEnv: what the test wants of this process
const { BLOCK = '0', STARVE = '' } = process.env

function standStill(): void {
  const end = Date.now() + Number(BLOCK) * 1000
  if (STARVE) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(BLOCK) * 1000)
  while (Date.now() < end);
}

if (isMainThread) {
  process.on('SIGUSR2', standStill)
  // A stop that gets stuck.
  process.on('SIGHUP', () => {
    process.once('SIGTERM', () => setImmediate(standStill))
    process.kill(process.pid, 'SIGTERM')
  })
}

import { isMainThread } from 'node:worker_threads'

/**
 * Preloaded by tests with `--import`: a signal blocks the event loop for BLOCK seconds.
 */
function standStill(): void {
  // biome-ignore lint/style/noProcessEnv: what the test wants of this process
  const end = Date.now() + Number(process.env.BLOCK ?? 0) * 1000
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

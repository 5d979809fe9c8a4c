import { readFileSync } from 'node:fs'

/** USER_HZ of Linux. */
const TICKS = 100
const PERIOD = 250
export const LONGEST_STALL = 1000

export type Watched = { mostMemory: number; stalls: string[] }

/**
 * Polls the health of the server. A slow response is a stall only if the server itself was busy all the
 * time: on a loaded machine it may just not have been scheduled.
 */
export function watch(address: string, pid: number): { stop(): Watched } {
  const watched: Watched = { mostMemory: 0, stalls: [] }
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const [since, busySince] = [performance.now(), busyOf(pid)]
      const isAlive = await fetch(`${address}/health/live`).then(
        (response) => response.text().then(() => response.ok),
        () => false,
      )
      const took = performance.now() - since
      const busy = busyOf(pid) - busySince
      if (isOver) return
      if (!isAlive) watched.stalls.push('the server does not answer')
      else if (busy > LONGEST_STALL) {
        watched.stalls.push(`no answer for ${Math.round(took)} ms, of which it was busy ${busy} ms`)
      }
      watched.mostMemory = Math.max(watched.mostMemory, memoryOf(pid))
      await new Promise((resolve) => setTimeout(resolve, PERIOD))
    }
  }
  void look()
  return {
    stop: () => {
      isOver = true
      return watched
    },
  }
}

/** CPU time of the main thread in milliseconds. */
function busyOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')'))
      .split(' ')
      .slice(12)
      .map(Number)
    return ((user + system) * 1000) / TICKS
  } catch {
    return 0
  }
}

/** MiB. */
export function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

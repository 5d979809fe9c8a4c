import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

type Process = { pid: number; parent: number; isZombie: boolean }

/** A process and everything it started, the process itself first. */
export function listTree(root: number): number[] {
  const all = listProcesses()
  const tree = [root]
  for (const pid of tree) {
    tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid))
  }
  return tree
}

/** What a process has started and what is still running. */
export const childrenOf = (root: number): number[] =>
  listProcesses()
    .filter(({ parent, isZombie }) => parent === root && !isZombie)
    .map(({ pid }) => pid)

/** Kills all processes of the tree at once, like a power cut. Returns their number. */
export async function killTree(root: number, onKilled: () => void = () => {}): Promise<number> {
  const tree = listTree(root)
  for (const pid of tree) kill(pid)
  onKilled()
  await waitUntilGone(tree)
  return tree.length
}

const TIMEOUT = 60_000

async function waitUntilGone(pids: number[]): Promise<void> {
  const end = Date.now() + TIMEOUT
  for (;;) {
    const alive = listProcesses().filter(({ pid, isZombie }) => !isZombie && pids.includes(pid))
    if (alive.length === 0) return
    if (Date.now() > end) throw new Error(`processes outlive SIGKILL: ${pids.join(', ')}`)
    await pause(5)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function listProcesses(): Process[] {
  if (process.platform !== 'linux') return listByPs()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readStat(Number(pid)))
}

/** The name in the second column may contain spaces and brackets: the rest starts after the last bracket. */
function readStat(pid: number): Process[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(parent), isZombie: state === 'Z' }]
  } catch {
    return []
  }
}

function listByPs(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return lines.split('\n').flatMap((line) => {
    const [pid, parent, state] = line.trim().split(/\s+/)
    return pid && state
      ? [{ pid: Number(pid), parent: Number(parent), isZombie: state[0] === 'Z' }]
      : []
  })
}

import { readFileSync } from 'node:fs'
import { listTree } from '../test/process-tree.ts'

/** Microseconds of CPU that Node and PostgreSQL have used so far. */
export type Cpu = { node: number; postgres: number }

/** Linux counts in hundredths of a second. */
const TICK = 10_000

/** Reads Linux' own books; elsewhere there are none and the columns stay empty. */
export function readCpu(node: number, owner = node): Cpu {
  const [, ...postgres] = listTree(owner)
  return { node: cpuOf(node), postgres: postgres.reduce((sum, pid) => sum + cpuOf(pid), 0) }
}

export function cpuOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const columns = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // Its own, and that of its children that have ended: a closed connection must not be forgotten.
    const ticks = columns.slice(11, 15).reduce((sum, column) => sum + Number(column), 0)
    return ticks * TICK
  } catch {
    return 0
  }
}

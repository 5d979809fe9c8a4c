import { readFileSync } from 'node:fs'
import { listTree } from '../test/process-tree.ts'

/** Microseconds of CPU that Node and PostgreSQL have used so far. */
export type Cpu = { node: number; postgres: number; standby?: number }

/** Linux counts in hundredths of a second. */
const TICK = 10_000

/** Reads Linux' own books; elsewhere there are none and the columns stay empty. Workers count as Node. */
export function readCpu(node: number, owner = node): Cpu {
  const [, ...children] = listTree(owner)
  const { postgres = [], workers = [] } = Object.groupBy(children, (pid) =>
    nameOf(pid) === 'postgres' ? 'postgres' : 'workers',
  )
  return { node: sumOf([node, ...workers]), postgres: sumOf(postgres) }
}

export const sumOf = (pids: number[]): number => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
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

import type { Completion } from '../backup/format.ts'
import { amount, type Progress } from '../backup/progress.ts'
import { complain } from './say.ts'

const EVERY = 100

/** One updated line on a terminal, otherwise a line for each finished part. */
export function makeProgress(isQuiet: boolean): Progress & { end(): void } {
  if (isQuiet) return { at: () => undefined, done: () => undefined, end: () => undefined }
  if (!process.stderr.isTTY) {
    return {
      at: () => undefined,
      done: (what, result) => complain(`${what}: ${result}`),
      end: () => undefined,
    }
  }
  let last = 0
  return {
    at: (what, bytes) => {
      if (Date.now() - last < EVERY) return
      last = Date.now()
      show(bytes > 0 ? `${what}  ${inUnits(bytes)}` : what)
    },
    done: (what, result) => show(`${what}  ${result}`),
    end: () => show(''),
  }
}

const show = (text: string) =>
  process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`)

export function inUnits(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  const size = bytes / 1024 ** power
  return `${power === 0 ? size : size.toFixed(1)} ${units[power]}`
}

export function sizeOf({ tables, files }: Completion): string {
  const rows = amount(rowsOf(tables), 'row')
  return `${rows} of ${amount(tables.length, 'table')}, ${amount(files.count, 'file')}`
}

export const rowsOf = (tables: Completion['tables']): number =>
  tables.reduce((sum, table) => sum + table.rows, 0)

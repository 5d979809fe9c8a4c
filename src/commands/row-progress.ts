import type { ImportStatus } from '../areas/apps/importing/operations.ts'
import { complain } from './say.ts'

const WIDTH = 30

type RowProgress = { at(status: ImportStatus): void; end(): void }

/** A progress bar on a terminal, otherwise a line for every 10 %. */
export function makeRowProgress(isQuiet: boolean): RowProgress {
  if (isQuiet) return { at: () => undefined, end: () => undefined }
  if (process.stderr.isTTY) {
    return { at: (status) => show(bar(status)), end: () => show('') }
  }
  let told = -1
  return {
    at: (status) => {
      const tenth = Math.floor(shareOf(status) * 10)
      if (tenth <= told) return
      told = tenth
      complain(rows(status))
    },
    end: () => undefined,
  }
}

const show = (text: string) =>
  process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`)

/** 0 until the rows are counted. */
const shareOf = ({ processed, total }: ImportStatus): number =>
  total === 0 ? 0 : processed / total

const rows = ({ processed, total }: ImportStatus): string =>
  total === 0 ? 'reading the file' : `${processed} of ${total} rows`

function bar(status: ImportStatus): string {
  const full = Math.round(shareOf(status) * WIDTH)
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${rows(status)}`
}

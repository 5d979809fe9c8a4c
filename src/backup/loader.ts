import { createHash, type Hash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withColumns } from './catalog.ts'
import { folderOf, type Table, type TableSum, titleOf } from './format.ts'
import { JOBS, LANDING } from './jobs.ts'
import { amount, type Progress } from './progress.ts'
import { damaged, type Entry } from './reader.ts'

type Loading = {
  table: Table
  rows: Writable & { rowCount: number }
  hash: Hash
  bytes: number
  finished: Promise<void>
  refused: () => boolean
}

/** Loads the parts of the tables with COPY, and counts the rows. */
export class Loader {
  readonly #client: pg.Client
  readonly #tables: Map<string, Table>
  readonly #progress: Progress
  readonly #sums = new Map<string, TableSum>()
  #current: Loading | undefined

  constructor(client: pg.Client, tables: Table[], progress: Progress) {
    this.#client = client
    this.#tables = new Map(tables.map((table) => [folderOf(table), table]))
    this.#progress = progress
  }

  async add({ name, content }: Entry): Promise<void> {
    const table = this.#tables.get(name.slice(0, name.lastIndexOf('/') + 1))
    if (!table) throw damaged(`in ${name}: its manifest has no such table`)
    if (this.#current?.table !== table) {
      await this.close()
      this.#current = this.#begin(table)
    }
    const loading = this.#current
    for await (const chunk of content) {
      loading.hash.update(chunk)
      loading.bytes += chunk.length
      await this.#write(loading, chunk)
    }
    this.#progress.at(titleOf(table), loading.bytes)
  }

  /** Finishes the current table. */
  async close(): Promise<void> {
    const loading = this.#current
    if (!loading) return
    this.#current = undefined
    if (!loading.refused()) loading.rows.end()
    await loading.finished
    const { table, hash, bytes, rows } = loading
    const sum = { ...table, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
    this.#sums.set(titleOf(table), sum)
    this.#progress.done(titleOf(table), amount(sum.rows, 'row'))
  }

  compare(written: TableSum): void {
    const title = titleOf(written)
    const { rows, sha256 } = this.#sums.get(title) ?? { rows: 0, sha256: EMPTY }
    if (rows !== written.rows) {
      throw damaged(`in table ${title}: ${written.rows} rows were written, ${rows} were read`)
    }
    if (sha256 !== written.sha256) throw damaged(`in table ${title}: its SHA-256 is another`)
  }

  #begin(table: Table): Loading {
    if (this.#sums.has(titleOf(table))) throw damaged(`in table ${titleOf(table)}: it comes twice`)
    const target = table.name === JOBS.name && table.schema === JOBS.schema ? LANDING : undefined
    const rows = this.#client.query(copyFrom(`copy ${withColumns(table, target)} from stdin`))
    let isRefused = false
    rows.once('error', () => {
      isRefused = true
    })
    const finished = ended(rows, table)
    finished.catch(() => undefined)
    const hash = createHash('sha256')
    return { table, rows, hash, bytes: 0, finished, refused: () => isRefused }
  }

  /** One chunk at a time, and none after a failure: the COPY stream would throw. */
  async #write({ rows, finished, refused }: Loading, chunk: Buffer): Promise<void> {
    if (refused()) await finished
    const taken = new Promise<void>((resolve) => rows.write(chunk, () => resolve()))
    await Promise.race([taken, finished])
  }
}

const EMPTY = createHash('sha256').digest('hex')

/** If PostgreSQL refuses rows, the archive was modified. */
async function ended(rows: Writable, table: Table): Promise<void> {
  try {
    await finished(rows)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !/^(22|23)/.test(error.code ?? '')) throw error
    const where = error.where ? ` (${error.where.slice(0, 200).replaceAll('\n', ' ')})` : ''
    throw damaged(`in table ${titleOf(table)}: ${error.message}${where}`, error)
  }
}

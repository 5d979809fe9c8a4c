import type pg from 'pg'
import { AppError, invalid } from '../../../lib/errors.ts'
import { toStorable } from '../../../lib/storable.ts'
import { type Caller, SYSTEM } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { CopyBatch } from '../../../platform/db/copy.ts'
import { clientDb } from '../../../platform/db/db.ts'
import type { Job } from '../../../platform/jobs/runner.ts'
import { pause } from '../../../platform/loops/sleep.ts'
import type { Sheet } from '../../../sheets/sheet.ts'
import { listCallers } from '../../access/service.ts'
import { getStored, unholdBody } from '../../disk/bodies.ts'
import { getApp } from '../service.ts'
import * as store from '../store/imports.ts'
import {
  clearStage,
  copyStatement,
  createStage,
  dropStage,
  type Stage,
  stageOf,
} from '../store/stage.ts'
import { type Column, readHeader } from './columns.ts'
import { openFile } from './file.ts'
import { asImporter } from './importer.ts'
import { Lookups } from './lookups.ts'
import { mergeBatch, type Work } from './merge.ts'
import { type Line, lineText, type ReadRow, RowReader } from './rows.ts'

/** Rows per transaction. */
const BATCH = 2000
/** Bytes per transaction, because rows may be long. */
const LARGEST_BATCH = 4 * 1024 ** 2
const MOST_ATTEMPTS = 5

/**
 * Loads a table into an app. It may be interrupted at any time: the next run continues after the last
 * committed batch. One connection holds a lock on the import while this process lives.
 */
export async function runImport(job: Job, payload: unknown): Promise<void> {
  const { id } = payload as { id: string }
  const client = await job.connect()
  try {
    if (!(await store.tryRunning(clientDb(client), id))) return
    const found = await job.write((ctx) => store.findImport(ctx.db, id))
    if (!found || found.state === 'complete' || found.state === 'failed') return
    const own = job.by(found.created_by)
    const error = await attempt(own, found, client)
    await own.write((ctx) => finish(ctx, id, error))
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error
  } finally {
    await client.end()
  }
}

/** The connection with the lock was lost, so another node may continue the import. */
class TakenOver extends Error {}

/** Errors in the file end the import; all others are retried. */
async function attempt(job: Job, found: store.Import, client: pg.Client): Promise<string | null> {
  try {
    if (found.attempts >= MOST_ATTEMPTS) return 'the server failed again and again: see its log'
    await load(job, found, client)
    return null
  } catch (error) {
    if (error instanceof AppError && ['invalid', 'conflict'].includes(error.code)) {
      return toStorable(error.message)
    }
    throw error
  }
}

async function finish(ctx: Context, id: string, error: string | null): Promise<void> {
  const found = await store.lockImport(ctx.db, id)
  if (found?.state !== 'running' && found?.state !== 'wait') return
  for (const turn of [0, 1]) await dropStage(ctx.db, stageOf(id, turn, []))
  await unholdBody(ctx, found.body_id)
  await store.saveEnd(ctx.db, id, { error, at: ctx.now() })
  const { namespace, code, created, updated, failed } = found
  await ctx.emit({
    type: error === null ? 'app.import.completed' : 'app.import.failed',
    object: `import:${id}`,
    namespace,
    code,
    data: {
      ...{ created, updated, failed },
      ...(!found.with_events && { events: false }),
      ...(error !== null && { error }),
    },
  })
}

async function load(job: Job, found: store.Import, client: pg.Client): Promise<void> {
  const { id } = found
  const { body, files } = await job.write(async (ctx) => ({
    body: await getStored(ctx, found.body_id),
    files: ctx.files,
  }))
  await job.write((ctx) => store.saveStart(ctx.db, id, ctx.now()))
  const { sheet, format, close } = await openFile({ files, body, format: found.format })
  try {
    const loading = await Loading.begin(job, found, { client, sheet, format })
    await loading.run(found.processed).finally(() => loading.settle())
  } finally {
    await close()
  }
}

/** The user who started the import, with their current groups; the system for the command line. */
async function importerOf(ctx: Context, { created_by }: store.Import): Promise<Caller> {
  if (created_by === SYSTEM.id) return SYSTEM
  const [importer = ctx.user] = await listCallers(ctx, [created_by])
  return importer
}

type Means = { client: pg.Client; sheet: Sheet; format: string }

class Loading {
  readonly #job: Job
  readonly #client: pg.Client
  readonly #sheet: Sheet
  readonly #work: Work
  readonly #reader: RowReader
  readonly #stages: Stage[]
  readonly #lookups = new Lookups()
  /** The user whose rights apply to links. */
  readonly #user: Caller
  #merging: Promise<unknown> = Promise.resolve()
  readonly #batch = new CopyBatch()
  /** Rows whose links are not resolved yet. */
  #lines: Line[] = []
  #problems: store.RowProblem[] = []
  #keys = new Set<string>()
  #rows = 0
  #done = 0
  #turn = 0

  private constructor(
    job: Job,
    means: Means,
    made: { work: Work; reader: RowReader; user: Caller },
  ) {
    this.#job = job
    this.#client = means.client
    this.#sheet = means.sheet
    this.#work = made.work
    this.#reader = made.reader
    this.#user = made.user
    this.#stages = [0, 1].map((turn) => stageOf(made.work.id, turn, made.reader.stage))
  }

  /** Reads the whole file once, so that a damaged one is refused before anything is stored. */
  static async begin(job: Job, found: store.Import, means: Means): Promise<Loading> {
    const { header, count } = await survey(means.sheet)
    return job.write(async (ctx) => {
      const app = await getApp(await asImporter(ctx, found), found)
      const columns: Column[] = readHeader(app, header, found.columns)
      const reader = new RowReader(app, columns, withTitles(header, found.columns))
      await store.saveTotal(ctx.db, found.id, { total: count, format: means.format, at: ctx.now() })
      const hasIds = columns.some(({ code }) => code === '__id')
      const user = await importerOf(ctx, found)
      const work = { id: found.id, appVersion: app.version, hasIds }
      const loading = new Loading(job, means, { work, reader, user })
      for (const stage of loading.#stages) await createStage(ctx.db, stage)
      return loading
    })
  }

  /** Skips the titles and the rows that an earlier run has imported. */
  async run(done: number): Promise<void> {
    this.#done = done
    let passed = 0
    for await (const rows of this.#sheet.rows()) {
      for (const row of rows) {
        if (passed++ <= done) continue
        const read = this.#reader.read(row)
        // A later row with the same key updates the item of an earlier one, which must exist first.
        if (this.#repeats(read)) await this.#flush()
        this.#add(read)
        if (this.#isFull()) await this.#flush()
      }
      // Let requests run in between.
      await pause(0)
    }
    await this.#flush()
    await this.#merging
  }

  /** Waits until nothing runs in the background. */
  async settle(): Promise<void> {
    await this.#merging.catch(() => undefined)
  }

  #repeats(read: ReadRow): boolean {
    return !Array.isArray(read) && read.keys.some((key) => this.#keys.has(key))
  }

  #add(read: ReadRow): void {
    this.#rows++
    if (Array.isArray(read)) {
      this.#problems.push(...read)
      return
    }
    for (const key of read.keys) this.#keys.add(key)
    if (read.lookups.length > 0) this.#lines.push(read)
    else this.#batch.add(lineText(read))
  }

  #isFull(): boolean {
    return this.#rows >= BATCH || this.#batch.length >= LARGEST_BATCH
  }

  /** Fills one stage while the other is merged. */
  async #flush(): Promise<void> {
    if (this.#rows === 0) return
    const stage = this.#stages[this.#turn] as Stage
    this.#turn = 1 - this.#turn
    const batch = { stage, start: this.#done, rows: this.#rows, problems: this.#problems }
    const lines = this.#lines
    this.#done += this.#rows
    this.#lines = []
    this.#problems = []
    this.#keys = new Set()
    this.#rows = 0
    await this.#resolve(lines, batch.problems)
    await clearStage(clientDb(this.#client), stage)
    await this.#batch.send(this.#client, copyStatement(stage))
    await this.#merging
    this.#merging = this.#merge(batch)
    // Prevents an unhandled rejection; the next await gets the error.
    this.#merging.catch(() => undefined)
  }

  async #merge(batch: Parameters<typeof mergeBatch>[2]): Promise<void> {
    const isOurs = await this.#job.write((ctx) => mergeBatch(ctx, this.#work, batch))
    if (!isOurs) throw new TakenOver()
  }

  async #resolve(lines: Line[], problems: store.RowProblem[]): Promise<void> {
    if (lines.length === 0) return
    await this.#job.write((ctx) => this.#lookups.load({ ...ctx, user: this.#user }, lines))
    for (const line of lines) {
      const wrong = this.#reader.resolve(line, this.#lookups.find)
      if (wrong) problems.push(...wrong)
      else this.#batch.add(lineText(line))
    }
  }
}

/** Explicitly mapped columns need no title. */
const withTitles = (header: string[], chosen: store.Import['columns']): string[] =>
  header.map((title, at) => title.trim() || (chosen && at < chosen.length ? String(at + 1) : ''))

async function survey(sheet: Sheet): Promise<{ header: string[]; count: number }> {
  let header: string[] | undefined
  let count = 0
  for await (const rows of sheet.survey()) {
    for (const { cells } of rows) {
      header ??= cells
      count++
    }
    await pause(0)
  }
  if (!header) throw invalid('the file has no rows')
  return { header, count: count - 1 }
}

import type { StoredApp } from '../../../definitions/snapshot.ts'
import { hidesFields } from '../../../definitions/view.ts'
import type { AppAddress } from '../../../lib/app-path.ts'
import { csvRow } from '../../../lib/csv.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import { requireObject } from '../../../lib/existence.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/runner.ts'
import { holdBody } from '../../disk/bodies.ts'
import { canUse, requireRight } from '../policy.ts'
import { getApp } from '../service.ts'
import * as store from '../store/imports.ts'
import type { ImportStatus } from './operations.ts'

const SHOWN = 100
/** Milliseconds without progress after which we check whether an import is still running. */
const QUIET = 10_000
const KEPT = 90 * 24 * 3_600_000

export type ImportRequest = {
  fileHash?: string | undefined
  format?: 'csv' | 'xlsx' | undefined
  withEventHandlers: boolean
  events: boolean
  columns?: (string | null)[] | undefined
}

/** Starts the import of an uploaded file and returns its id immediately. */
export async function startImport(
  ctx: Context,
  address: AppAddress,
  request: ImportRequest,
): Promise<string> {
  const app = await getApp(ctx, address)
  await requireRight(ctx, app, 'import')
  const { fileHash: hash, events, withEventHandlers } = request
  if (hash === undefined) {
    throw invalid('field "fileHash": expected the hash of a file uploaded by disk/file/upload')
  }
  if (withEventHandlers && !events) {
    throw invalid('field "withEventHandlers": processes start with events, but "events" is false')
  }
  const id = await insert(ctx, app, { ...request, hash })
  await holdBody(ctx, hash)
  // One after the other: the workers are there for everybody.
  const queue = `imports:${ctx.user.id}`
  await ctx.addJob('apps.import', { id }, { key: `import:${id}`, queue })
  const { namespace, code } = app
  const data = { hash, withEventHandlers, events }
  await ctx.emit({ type: 'app.import.started', object: `import:${id}`, namespace, code, data })
  return id
}

async function insert(ctx: Context, app: StoredApp, request: ImportRequest & { hash: string }) {
  const id = newId()
  const isFree = await store.insertImport(ctx.db, {
    id,
    app_id: app.id,
    namespace: app.namespace,
    code: app.code,
    body_id: request.hash,
    format: request.format ?? null,
    with_handlers: request.withEventHandlers,
    with_events: request.events,
    columns: request.columns ?? null,
    at: ctx.now(),
    by: ctx.user.id,
  })
  if (!isFree) throw invalid(`import is already running for ${app.namespace}/${app.code}`)
  return id
}

/** Of one import, or of the latest one of the app. */
export async function importStatus(
  ctx: Context,
  address: AppAddress,
  importId: string | undefined,
): Promise<ImportStatus> {
  const app = await getApp(ctx, address)
  await requireRight(ctx, app, 'import')
  const found =
    importId === undefined
      ? await store.findLatest(ctx.db, app.id)
      : await store.findImport(ctx.db, importId)
  if (importId !== undefined && found?.app_id !== app.id) throw notFound('import', importId)
  if (!found) return NEVER
  return toStatus(found, mayKnowWhy(ctx, app, found) ? await firstProblems(ctx, found) : [])
}

/** Errors may mention fields that are hidden from the caller. */
const mayKnowWhy = (ctx: Context, app: StoredApp, { created_by }: store.Import): boolean =>
  created_by === ctx.user.id || !hidesFields(app)

const NEVER: ImportStatus = {
  status: 'none',
  importId: null,
  total: 0,
  processed: 0,
  created: 0,
  updated: 0,
  failed: 0,
  startedAt: null,
  finishedAt: null,
  errors: [],
}

/** What stopped the whole import comes first, without a row. */
async function firstProblems(ctx: Context, { id, error }: store.Import) {
  const rows = await store.listProblems(ctx.db, id, store.BEGINNING, SHOWN)
  const problems = rows.map(({ ordinal: _, ...problem }) => problem)
  const whole = error === null ? [] : [{ row: 0, column: null, message: error }]
  return [...whole, ...problems].slice(0, SHOWN)
}

const toStatus = (found: store.Import, errors: ImportStatus['errors']): ImportStatus => ({
  status: found.state,
  importId: found.id,
  total: found.total ?? found.processed,
  processed: found.processed,
  created: found.created,
  updated: found.updated,
  failed: found.failed,
  startedAt: found.started_at && seconds(found.started_at),
  finishedAt: found.finished_at && seconds(found.finished_at),
  errors,
})

const seconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')

/** Everything that was wrong with the rows, as CSV. */
export async function importErrors(ctx: Context, id: string): Promise<AsyncIterable<string>> {
  const found = await requireObject({
    kind: 'import',
    id,
    found: await store.findImport(ctx.db, id),
    placeholder: { namespace: 'nobody', code: 'nobody' },
    right: 'import',
    may: (right, address) => canUse(ctx, address, right),
  })
  if (!mayKnowWhy(ctx, await getApp(ctx, found), found)) throw notFound('import', id)
  return errorRows(ctx, found)
}

async function* errorRows(ctx: Context, { id, error }: store.Import): AsyncGenerator<string> {
  yield csvRow(['row', 'column', 'message'])
  if (error !== null) yield csvRow([null, null, error])
  let after = store.BEGINNING
  for (;;) {
    const problems = await store.listProblems(ctx.db, id, after, 1000)
    const last = problems.at(-1)
    if (!last) return
    yield problems
      .map(({ row, column, message }) => csvRow([String(row), column, message]))
      .join('')
    after = last
  }
}

/** Resumes imports whose node is gone, and deletes old ones. */
export async function recoverImports(job: Job): Promise<void> {
  const now = job.now().getTime()
  const quiet = await job.write((ctx) => store.listQuiet(ctx.db, new Date(now - QUIET)))
  await job.withOwnConnection(async (db) => {
    for (const id of quiet) {
      if (!(await store.tryRunning(db, id))) continue
      await store.endRunning(db, id)
      await job.write((ctx) => ctx.addJob('apps.import', { id }, { key: `import:${id}` }))
    }
  })
  await job.write((ctx) => store.deleteImports(ctx.db, new Date(now - KEPT)))
}

import type { StoredApp } from '../../../definitions/snapshot.ts'
import { conflict } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { parseItem, versionAt } from '../item.ts'
import { findLockRules, lockingStatuses } from '../lock-rules.ts'
import { getApp } from '../service.ts'
import * as imports from '../store/imports.ts'
import { type ItemShape, shapeOf } from '../store/shape.ts'
import { clearStage, deleteRows, type Stage } from '../store/stage.ts'
import { listStagedChanges } from '../store/staged-changes.ts'
import * as checks from '../store/staged-checks.ts'
import { listStagedMoves } from '../store/staged-moves.ts'
import * as writes from '../store/staged-writes.ts'
import { findTransitionRules } from '../transition-rules.ts'
import { rulesOf } from '../transitions.ts'
import { emitChanged, emitCreated, filledValues } from '../write/events.ts'
import { asImporter } from './importer.ts'

/** A batch in its staging table. */
export type Batch = {
  stage: Stage
  /** The number of rows before this batch, and in it. */
  start: number
  rows: number
  /** Errors of rows that were not staged. */
  problems: imports.RowProblem[]
}

/** What all batches of an import share. */
export type Work = { id: string; appVersion: number; hasIds: boolean }

/**
 * Creates the items of a batch and counts them, in one transaction: an interrupted import resumes
 * exactly where it stopped. Returns false if another node has already done the batch.
 */
export async function mergeBatch(ctx: Context, work: Work, batch: Batch): Promise<boolean> {
  const found = await imports.lockImport(ctx.db, work.id)
  if (found?.state !== 'running' || found.processed !== batch.start) return false
  const app = await getApp(await asImporter(ctx, found), found)
  if (app.version !== work.appVersion) {
    throw conflict('the app was changed while its items were imported: import the rest again')
  }
  const shape = shapeOf(app.whole)
  const problems = [...batch.problems, ...(await clean(ctx, app, work, batch.stage))]
  const failed = new Set(problems.map(({ row }) => row)).size
  const counts = await store(ctx, shape, found, batch.stage)
  await imports.addProblems(ctx.db, work.id, problems)
  await imports.addCounts(ctx.db, work.id, { ...counts, failed }, ctx.now())
  await clearStage(ctx.db, batch.stage)
  return true
}

async function clean(ctx: Context, app: StoredApp, { hasIds }: Work, stage: Stage) {
  const shape = shapeOf(app.whole)
  return [
    ...(await checks.findTargets(ctx.db, shape, stage, hasIds)),
    ...(await checks.takeReadOnly(ctx.db, app, stage)),
    ...(await checks.takeIncomplete(ctx.db, app, stage)),
    ...(await checks.takeDuplicates(ctx.db, shape, stage)),
    ...(await takeRefusedMoves(ctx, shape, stage)),
    ...(await takeLocked(ctx, shape, stage)),
  ]
}

/** Rows that would set a status that the importing user may not set. */
async function takeRefusedMoves(ctx: Context, shape: ItemShape, stage: Stage) {
  const { app } = shape
  const transitions = await findTransitionRules(
    await asImporter(ctx, { created_by: ctx.user.id }),
    app,
  )
  if (!transitions) return []
  const required = new Set(rulesOf(app).flatMap(({ requires }) => requires))
  const fields = app.fields.filter(({ code }) => required.has(code))
  const moves = await listStagedMoves(ctx.db, shape, { stage, fields })
  const problems = moves.flatMap(({ row, from, to, author, performers, filled }) => {
    const item = {
      status: from,
      author: author ?? ctx.user.id,
      performers,
      isFilled: (code: string) => filled.includes(code),
    }
    const refusal = transitions.refuse(item, to)
    return refusal ? [{ row, column: '__status', message: refusal.message }] : []
  })
  return takeOut(ctx, stage, problems)
}

/** Rows that would change fields that are locked for the importing user. */
async function takeLocked(ctx: Context, shape: ItemShape, stage: Stage) {
  const { app } = shape
  const locks = await findLockRules(await asImporter(ctx, { created_by: ctx.user.id }), app)
  if (!locks) return []
  const statuses = lockingStatuses(app)
  const changes = await listStagedChanges(ctx.db, shape, { stage, statuses })
  const problems = changes.flatMap(({ row, changed, ...item }) => {
    const refusal = locks.refuse(item, changed)
    const column = refusal?.details[0]?.path ?? null
    return refusal ? [{ row, column, message: refusal.message }] : []
  })
  return takeOut(ctx, stage, problems)
}

async function takeOut(ctx: Context, stage: Stage, problems: imports.RowProblem[]) {
  const rows = problems.map(({ row }) => row)
  if (rows.length > 0) await deleteRows(ctx.db, stage, rows)
  return problems
}

async function store(ctx: Context, shape: ItemShape, found: imports.Import, stage: Stage) {
  const at = ctx.now()
  const author = { at, by: found.created_by, version: versionAt(at) }
  const isTold = found.with_handlers
  const before = isTold ? await writes.readStaged(ctx.db, shape, stage, 'found') : []
  const created = await writes.insertNew(ctx.db, shape, stage, author)
  const updated = await writes.updateFound(ctx.db, shape, stage, author)
  if (isTold) await tell(ctx, shape, stage, before)
  return { created, updated }
}

type Text = { id: string; row: string }

/** One event per item, as for a single create or update. */
async function tell(ctx: Context, shape: ItemShape, stage: Stage, before: Text[]) {
  const { app } = shape
  for (const { id, row } of await writes.readStaged(ctx.db, shape, stage, 'new')) {
    const item = parseItem(row)
    const after = filledValues(app.fields.map((field) => [field, item[field.code]]))
    await emitCreated(ctx, app, { id, after, withHandlers: true })
  }
  const was = new Map(before.map(({ id, row }) => [id, row]))
  for (const { id, row } of await writes.readStaged(ctx.db, shape, stage, 'found')) {
    const old = parseItem(was.get(id) ?? '{}')
    await emitChanged(ctx, app, { before: old, after: parseItem(row) })
  }
}

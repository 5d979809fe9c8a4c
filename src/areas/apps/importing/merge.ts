import type { StoredApp } from '../../../definitions/snapshot.ts'
import { conflict } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { versionAt } from '../item.ts'
import { findLockRules, lockingStatuses } from '../lock-rules.ts'
import { readable } from '../policy.ts'
import { getApp } from '../service.ts'
import * as imports from '../store/imports.ts'
import { type ItemShape, shapeOf } from '../store/shape.ts'
import { deleteRows, hasColumn, type Stage } from '../store/stage.ts'
import { listStagedChanges } from '../store/staged-changes.ts'
import * as checks from '../store/staged-checks.ts'
import * as told from '../store/staged-events.ts'
import { listStagedMoves } from '../store/staged-moves.ts'
import * as writes from '../store/staged-writes.ts'
import { findTransitionRules } from '../transition-rules.ts'
import { rulesOf } from '../transitions.ts'
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
  const importer = await asImporter(ctx, found)
  const app = await getApp(importer, found)
  if (app.version !== work.appVersion) {
    throw conflict('the app was changed while its items were imported: import the rest again')
  }
  const shape = shapeOf(app.whole)
  const seen = await readable(importer, app)
  const problems = [...batch.problems, ...(await clean(ctx, app, { work, batch, seen }))]
  refuseProbing(importer, problems)
  const failed = new Set(problems.map(({ row }) => row)).size
  const counts = await store(ctx, shape, { found, work, stage: batch.stage })
  await imports.addProblems(ctx.db, work.id, problems)
  await imports.addCounts(ctx.db, work.id, { ...counts, failed }, ctx.now())
  return true
}

/** A table of guesses would tell which of them items have that the importer may not read. */
function refuseProbing(
  { hiddenConflicts, user }: Context,
  problems: readonly checks.FoundProblem[],
): void {
  const { length } = problems.filter(({ hidden }) => hidden)
  if (length === 0) return
  hiddenConflicts.add('item', user, length)
  if (!hiddenConflicts.isExhausted(user)) return
  throw conflict('too many values are taken by items that you may not read: the import ends here')
}

type Cleaning = { work: Work; batch: Batch; seen: readonly Sql[] }

async function clean(ctx: Context, app: StoredApp, { work, batch, seen }: Cleaning) {
  const shape = shapeOf(app.whole)
  const { stage } = batch
  return [
    ...(await checks.findTargets(ctx.db, shape, stage, work.hasIds)),
    ...(await checks.takeReadOnly(ctx.db, app, stage)),
    ...(await checks.takeIncomplete(ctx.db, app, stage)),
    ...(await checks.takeDuplicates(ctx.db, shape, stage, seen)),
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

async function store(
  ctx: Context,
  shape: ItemShape,
  { found, work, stage }: { found: imports.Import; work: Work; stage: Stage },
) {
  const at = ctx.now()
  const author = { at, by: found.created_by, version: versionAt(at) }
  const { with_events, with_handlers } = found
  const created = await writes.insertNew(ctx.db, shape, stage, author)
  if (with_events && created > 0)
    await ctx.emitQuery(told.createdEvents(shape, stage, with_handlers))
  // Without a key in the file every row is a new item.
  if (!hasColumn(stage, '__externalId') && !work.hasIds) return { created, updated: 0 }
  if (with_events) await told.noteBefore(ctx.db, shape, stage)
  const updated = await writes.updateFound(ctx.db, shape, stage, author)
  if (with_events && updated > 0) await ctx.emitQuery(told.changedEvents(shape, stage))
  return { created, updated }
}

import { GLOBAL } from '../../definitions/layout.ts'
import { loadSolution } from '../../definitions/load.ts'
import {
  type Snapshot,
  snapshotOf,
  wholeSnapshot,
  writtenSnapshot,
} from '../../definitions/snapshot.ts'
import type { Problem, SourceFile } from '../../definitions/source.ts'
import type { Model } from '../../engine/model.ts'
import { forbidden, invalid, notFound, tooLarge, unavailable } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { isLockTimeout } from '../../platform/db/errors.ts'
import { pause } from '../../platform/loops/sleep.ts'
import { carryOut, refuseBlocked } from './apply.ts'
import { type ChangeSet, checkSolution, makeChangeSet, type SolutionParts } from './change-set.ts'
import { exportFiles } from './export.ts'
import { LARGEST, type Plan, type Solution } from './operations.ts'
import type { DesiredState } from './plan.ts'
import {
  findDiagram,
  findLatestGraph,
  findVersion,
  listVersions,
  lockDefinitions,
  type StoredVersion,
} from './store/definitions.ts'
import { findFile, listFiles } from './store/files.ts'
import { findLatest } from './store/versions.ts'

/** Runs work in one transaction; may be called repeatedly. */
export type Write = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

export async function planSolution(
  ctx: Context,
  parts: SolutionParts,
  files: SourceFile[],
): Promise<Plan> {
  return (await makeChangeSet(ctx, { parts, wanted: read(files), isApplying: false })).plan
}

/** All problems of the files, without refusing them. */
export const checkFiles = (
  ctx: Context,
  parts: SolutionParts,
  files: SourceFile[],
): Promise<Problem[]> => checkSolution(ctx, parts, read(files))

/** `later` lists apps whose indexes are still to be built; without changes there is no version. */
export type Applied = { plan: Plan; later: string[]; version: number | undefined }

export type ToApply = {
  files: SourceFile[]
  allowLoss: boolean
  /** Only built-in solutions may use codes that start with "_". */
  isBuiltIn?: boolean
  comment?: string
  /** Runs in the transaction under the lock, and may throw. */
  before?: (ctx: Context) => Promise<void>
  /** May refuse the change set under the same lock; returns the part of the plan that the caller may see. */
  review?: (ctx: Context, work: ChangeSet) => Promise<Plan>
  /** Runs in the same transaction, after everything is applied. */
  after?: (ctx: Context, version: number | undefined) => Promise<void>
}

export const applySolution = (
  write: Write,
  parts: SolutionParts,
  { files, isBuiltIn = false, ...options }: ToApply,
): Promise<Applied> => apply(write, parts, { wanted: read(files, isBuiltIn), ...options })

/** Removes the definitions of a solution; the tables of its apps are kept. */
export async function removeSolution(
  write: Write,
  parts: SolutionParts,
  { solution, allowLoss }: { solution: string; allowLoss: boolean },
): Promise<Applied> {
  await write((ctx) => requireRemovable(ctx, solution))
  return apply(write, parts, { wanted: without(solution), allowLoss })
}

/** What removing would do. Changes nothing. */
export async function planRemoval(
  ctx: Context,
  parts: SolutionParts,
  solution: string,
): Promise<Plan> {
  await requireRemovable(ctx, solution)
  return (await makeChangeSet(ctx, { parts, wanted: without(solution), isApplying: false })).plan
}

const without = (solution: string): DesiredState => ({
  solution,
  definitions: [],
  files: [],
  problems: [],
  unread: [],
})

async function requireRemovable(ctx: Context, solution: string): Promise<void> {
  if (isSystem(solution)) throw forbidden(`the solution "${solution}" belongs to the system`)
  requireSolution(await wholeSnapshot(ctx), solution)
}

export async function exportSolution(ctx: Context, solution: string): Promise<SourceFile[]> {
  const current = await writtenSnapshot(ctx)
  requireSolution(current, solution)
  return exportFiles(solution, await listFiles(ctx.db, solution), current)
}

export async function listSolutions(ctx: Context): Promise<Solution[]> {
  const current = await snapshotOf(ctx)
  const sizes = Map.groupBy(current.everything(), ({ solution, deletedAt }) =>
    deletedAt ? '' : solution,
  )
  const all = current.live('solution')
  const latest = await findLatest(
    ctx.db,
    all.map(({ body }) => body.code),
  )
  return all.map(({ body: { code, name, version, description }, updatedAt, updatedBy }) => {
    const definitions = sizes.get(code)?.length ?? 0
    const last = latest.get(code)
    const appliedAt = (last?.published_at ?? updatedAt).toISOString()
    const appliedBy = last?.published_by ?? updatedBy
    return { code, name, version, description, definitions, appliedAt, appliedBy }
  })
}

/** The published diagram of a process. */
export async function getProcessModel(ctx: Context, templateId: string): Promise<Model> {
  const model = await findLatestGraph(ctx.db, templateId)
  if (!model) throw notFound('published version of the process', templateId)
  return model
}

/** A published version, which never changes. */
export async function getProcessVersion(
  ctx: Context,
  templateId: string,
  number: number,
): Promise<StoredVersion> {
  const version = await findVersion(ctx.db, templateId, number)
  if (!version) throw notFound(`version ${number} of the process`, templateId)
  return version
}

/** The diagram of a published version, as it was applied. */
export async function getDiagram(
  ctx: Context,
  templateId: string,
  number: number,
): Promise<string> {
  const diagram = await findDiagram(ctx.db, templateId, number)
  if (diagram === undefined) throw notFound(`version ${number} of the process`, templateId)
  return diagram
}

/** The published versions of a process, the newest first. */
export const listProcessVersions = (ctx: Context, templateId: string) =>
  listVersions(ctx.db, templateId)

/** One of the files that a solution came in. */
export async function getSolutionFile(
  ctx: Context,
  solution: string,
  path: string,
): Promise<Buffer> {
  const file = await findFile(ctx.db, solution, path)
  if (!file) throw notFound('file of the solution', `${solution}/${path}`)
  return file.content
}

type Applying = { wanted: DesiredState } & Pick<
  ToApply,
  'allowLoss' | 'comment' | 'before' | 'review' | 'after'
>

/** Makes the plan again under the lock, and applies or refuses it. */
const apply = (
  write: Write,
  parts: SolutionParts,
  { wanted, allowLoss, comment = '', before, review, after }: Applying,
): Promise<Applied> =>
  retryLocked(() =>
    write(async (ctx) => {
      await lock(ctx)
      await before?.(ctx)
      const request = { parts, wanted, isApplying: true, comment }
      const work = await makeChangeSet(ctx, request)
      refuseBlocked(review ? await review(ctx, work) : work.plan, allowLoss)
      const version = await carryOut(ctx, request, work)
      await after?.(ctx, version)
      return { plan: work.plan, later: work.later, version }
    }),
  )

async function lock(ctx: Context): Promise<void> {
  try {
    await lockDefinitions(ctx.db)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw unavailable('another solution is being applied, try again', error)
  }
}

const LONGEST_PAUSE = 2_000

/** If a table is in use, releases all locks, waits and tries again. */
async function retryLocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (let wait = 125; ; wait *= 2) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLockTimeout(error) || wait > LONGEST_PAUSE) throw error
      await pause(wait)
    }
  }
}

const isSystem = (solution: string) => solution.startsWith('_')

function read(files: SourceFile[], isBuiltIn = false): DesiredState {
  const size = files.reduce((sum, { content }) => sum + content.length, 0)
  if (size > LARGEST) throw tooLarge(`the solution is larger than ${LARGEST / 1024 ** 2} MiB`)
  const { readable, problems } = loadSolution(files, { isBuiltIn })
  if (isSystem(readable.solution) && !isBuiltIn) {
    throw invalid('solution codes that start with "_" are reserved for the system')
  }
  return { ...readable, files, problems }
}

function requireSolution(current: Snapshot, solution: string): void {
  const found = current.find('solution', GLOBAL, solution)
  if (!found || found.deletedAt) throw notFound('solution', solution)
}

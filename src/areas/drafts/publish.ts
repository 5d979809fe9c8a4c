import type { SourceFile } from '../../definitions/source.ts'
import { conflict, forbidden, invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { requireRecentProof } from '../../platform/proof.ts'
import type { SolutionParts } from '../solutions/change-set.ts'
import type { Plan } from '../solutions/operations.ts'
import { applySolution, planSolution, type Write } from '../solutions/service.ts'
import { latestVersion } from '../solutions/versions.ts'
import { codeIn, toSources } from './files.ts'
import { requireHidden } from './hidden-fields.ts'
import type { DraftProblem } from './operations.ts'
import { requireOwnEffects, requireReach, shownPlan, withoutGuarded } from './reach.ts'
import { findProblems, findVisible, isFromGit, lockOwn, openDraft, tell } from './service.ts'
import * as store from './store.ts'

export async function planDraft(
  ctx: Context,
  parts: SolutionParts,
  id: string,
): Promise<{ plan: Plan | null; problems: DraftProblem[] }> {
  const row = await findVisible(ctx, id)
  const content = await openDraft(ctx, row)
  const problems = await findProblems(ctx, parts, { solution: row.solution, content })
  if (problems.some(({ severity }) => severity === 'error')) return { plan: null, problems }
  const plan = await planSolution(ctx, parts, toSources(content.files))
  return { plan: await shownPlan(ctx, row.solution, plan), problems }
}

type Publishing = { id: string; revision: number; comment: string; allowLoss: boolean }

/** The plan is recomputed under the lock of the definitions: of two concurrent publications, one wins. */
export async function publishDraft(
  write: Write,
  parts: SolutionParts,
  { id, revision, comment, allowLoss }: Publishing,
): Promise<number> {
  const files = await write((ctx) => filesToPublish(ctx, id, revision))
  const { version } = await applySolution(write, parts, {
    ...{ files, allowLoss, comment },
    before: async (ctx) => {
      await filesToPublish(ctx, id, revision)
    },
    review: async (ctx, work) => {
      requireOwnEffects(ctx, work)
      await requireHidden(ctx, work)
      if (isDangerous(work.plan)) requireRecentProof(ctx)
      return withoutGuarded(ctx, work.plan)
    },
    after: async (ctx, number) => {
      if (number !== undefined) await finish(ctx, { id, number, comment })
    },
  })
  if (version === undefined) throw conflict('the draft changes nothing')
  return version
}

/** Dangerous: changes people or members of groups, deletes apps with items, or deletes values. */
const isDangerous = ({ effects, changes }: Plan): boolean =>
  effects.length > 0 ||
  changes.some(
    ({ kind, action, blockers }) =>
      (kind === 'app' && action === 'delete') || blockers.some(({ canLose }) => canLose),
  )

async function filesToPublish(ctx: Context, id: string, revision: number): Promise<SourceFile[]> {
  const row = await lockOwn(ctx, id, revision)
  if (row.changes === 0) throw conflict('the draft has no changes')
  const latest = await latestVersion(ctx, row.solution)
  if (latest > row.base_version) {
    throw conflict(`version ${latest} of the solution was published meanwhile: rebase the draft`)
  }
  if (await isFromGit(ctx, row.solution)) {
    throw forbidden(
      `the solution "${row.solution}" comes from git only: change its files there and push them`,
    )
  }
  const content = await openDraft(ctx, row)
  if (codeIn(content) !== row.solution) {
    throw invalid(`the code in solution.yaml must stay "${row.solution}"`)
  }
  await requireReach(ctx, row.solution, content)
  return toSources(content.files)
}

/** The draft continues on the new version, without changes. */
async function finish(
  ctx: Context,
  { id, number, comment }: { id: string; number: number; comment: string },
): Promise<void> {
  const { solution, author } = await findVisible(ctx, id)
  const drop = (await store.listChanges(ctx.db, id)).map(({ path }) => path)
  await store.saveChanges(ctx.db, id, { save: [], drop, now: ctx.now() })
  await store.moveBase(ctx.db, id, number)
  await tell(ctx, 'draft.published', { id, solution, author, version: number, comment })
}

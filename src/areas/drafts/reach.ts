import type { Body } from '../../definitions/kinds.ts'
import { type LoadedDefinition, loadSolution } from '../../definitions/load.ts'
import { wholeSnapshot } from '../../definitions/snapshot.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { ChangeSet } from '../solutions/change-set.ts'
import type { Change, Plan } from '../solutions/operations.ts'
import { type Content, stateOf, toSources } from './files.ts'
import { guardedOnceIn } from './hidden-fields.ts'
import { type FileRules, fileRules, requireChange } from './policy.ts'

/** Refuses files that only administrators may change, and SQL, which runs beside the rights of items. */
export async function requireReach(
  ctx: Context,
  solution: string,
  content: Content,
): Promise<void> {
  if (ctx.user.isAdministrator) return
  const rules = await fileRules(ctx, solution)
  const paths = new Set([...content.base.keys(), ...content.files.keys()])
  const changed = new Set([...paths].filter((path) => stateOf(content, path) !== 'same'))
  for (const path of changed) requireChange(rules, path)
  const { definitions } = loadSolution(toSources(content.files)).readable
  for (const definition of definitions.filter(({ file }) => changed.has(file))) {
    if (hasSql(definition)) {
      throw forbidden(`only administrators may publish SQL: ${definition.file}`)
    }
    for (const path of Object.values(definition.attached)) requireSeen(rules, definition, path)
  }
}

const hasSql = ({ kind, body }: LoadedDefinition): boolean =>
  kind === 'report' && (body as Partial<Body<'report'>>).sql !== undefined

function requireSeen(rules: FileRules, { file }: LoadedDefinition, path: string): void {
  if (!rules.sees(path)) throw forbidden(`${file} names a file that only administrators see`)
}

/**
 * Applying makes people, members and rights what the files say, also those that an administrator has changed
 * by hand meanwhile; and an app that another solution left behind would come back with its items.
 */
export function requireOwnEffects(ctx: Context, { plan, drafts }: ChangeSet): void {
  if (ctx.user.isAdministrator) return
  if (plan.effects.length > 0) {
    throw forbidden('publishing would also change people or members: an administrator must do it')
  }
  const left = drafts.find(
    ({ before, after }) => before?.deletedAt && after && before.solution !== after.solution,
  )
  if (left) {
    throw forbidden(
      `${left.after?.file} was a part of the solution "${left.before?.solution}": an administrator must bring it back`,
    )
  }
}

/**
 * The plan without values of fields that have rights of their own, or had them when they were taken out:
 * whoever designs an app may not see them.
 */
export async function withoutGuarded(ctx: Context, plan: Plan): Promise<Plan> {
  if (ctx.user.isAdministrator) return plan
  const current = await wholeSnapshot(ctx)
  const guarded = new Set(current.guarded)
  const changes = plan.changes.map((change) => {
    const app = change.kind === 'app' && current.find('app', change.namespace, change.code)
    const isGuarded = app && (guarded.has(app) || guardedOnceIn(app).length > 0)
    // Built-in apps are not theirs to design.
    return isGuarded || change.kind === 'extension' ? withoutValues(change) : change
  })
  return { ...plan, changes }
}

const withoutValues = (change: Change): Change => ({
  ...change,
  blockers: change.blockers.map((blocker) => ({
    ...blocker,
    rows: blocker.rows.map(({ id }) => ({ id, value: null })),
  })),
})

/** The part of a plan that a designer may see: an administrator's plan includes other files. */
export async function shownPlan(ctx: Context, solution: string, plan: Plan): Promise<Plan> {
  if (ctx.user.isAdministrator) return plan
  const { sees } = await fileRules(ctx, solution)
  const { changes, files, warnings, ...rest } = await withoutGuarded(ctx, plan)
  return {
    ...rest,
    changes: changes.filter(({ path }) => sees(path)),
    effects: [],
    files: files.filter(({ path }) => sees(path)),
    warnings: warnings.filter(({ path }) => sees(path.replace(/:.*$/s, ''))),
  }
}

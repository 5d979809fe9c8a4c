import { DatabaseError } from 'pg'
import type { FieldDefinition } from '../../definitions/field.ts'
import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { AppError, conflict, unavailable } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { DEFINITIONS } from '../../platform/definitions.ts'
import type { ChangeRequest, ChangeSet } from './change-set.ts'
import type { Change, Plan } from './operations.ts'
import { type DesiredState, type Draft, definedBefore } from './plan.ts'
import { renamedFields, renamingsOf } from './rename/applied.ts'
import { applyRights, renameRights, withNewCodes } from './rights.ts'
import * as store from './store/definitions.ts'
import * as files from './store/files.ts'
import { insertVersion, saveBodies } from './store/versions.ts'

/** Refuses a plan with blockers, except data loss that was allowed. */
export function refuseBlocked({ changes }: Plan, allowLoss: boolean): void {
  const details = changes.flatMap((change) =>
    change.blockers
      .filter(({ canLose }) => !canLose || !allowLoss)
      .map(({ text, rows }) => ({ path: nameOf(change), message: text + shown(rows) })),
  )
  const [first] = details
  if (!first) return
  const more = details.length > 1 ? `, and ${details.length - 1} more` : ''
  const text = `the solution cannot be applied: ${first.path}: ${first.message}${more}`
  throw new AppError('conflict', text, { details })
}

const shown = (rows: { id: string; value: string | null }[]) =>
  rows.length === 0
    ? ''
    : `: ${rows.map(({ id, value }) => `${id} ${value ?? ''}`.trim()).join(', ')}`

const isReal = ({ action }: { action: string }) => action !== 'unchanged'

/**
 * Carries out a plan in the current transaction. Writes nothing if there are no changes. Returns the
 * number of the new version, if there is one.
 */
export async function carryOut(
  ctx: Context,
  request: ChangeRequest,
  work: ChangeSet,
): Promise<number | undefined> {
  const { changes, effects, files: changedFiles } = work.plan
  const isDifferent = changes.some(isReal) || effects.length + changedFiles.length > 0
  const version = isDifferent ? await change(ctx, request, work) : undefined
  const renamed = renamedFields(work.drafts)
  await renameRights(ctx, renamed)
  // Only administrators restore rights that were revoked by hand.
  const before = ctx.user.isAdministrator
    ? undefined
    : definedBefore(request.wanted, work.drafts).map((each) => withNewCodes(each, renamed))
  await applyRights(ctx, { ...request.wanted, before }, request.parts.findSubjects)
  return version
}

async function change(ctx: Context, request: ChangeRequest, work: ChangeSet): Promise<number> {
  const { wanted, parts, comment = '' } = request
  if (work.drafts.some(isReal)) ctx.changed(DEFINITIONS)
  await runDdl(ctx, work.statements)
  const versions = await saveAll(ctx, wanted, work)
  const number = await saveVersion(ctx, { wanted, work, comment })
  for (const applier of parts.appliers) await applier.apply(ctx, wanted)
  for (const each of renamingsOf(work.drafts)) await parts.personalViews.rename(ctx, each)
  for (const app of work.later) {
    await ctx.addJob('solutions.build-indexes', { app }, { key: `indexes:${app}` })
  }
  await tell(ctx, { work, versions, number, comment })
  return number
}

/** The text of every file as it was applied. */
async function saveVersion(
  ctx: Context,
  { wanted, work, comment }: { wanted: DesiredState; work: ChangeSet; comment: string },
): Promise<number> {
  const { solution } = wanted
  await saveBodies(ctx.db, work.files.save)
  const changes = work.plan.changes
    .filter(isReal)
    .map(({ isDestructive: _, data: __, blockers: ___, ...change }) => change)
  const version = { solution, comment, changes, files: work.files.checksums }
  return insertVersion(ctx.db, version, { now: ctx.now(), by: ctx.user.id })
}

async function saveAll(ctx: Context, { solution }: DesiredState, work: ChangeSet) {
  const { db } = ctx
  const saving = { solution, now: ctx.now(), by: ctx.user.id }
  const drafts = work.drafts.filter(isReal)
  await files.saveFiles(db, solution, work.files.save)
  await files.deleteFiles(db, solution, work.files.remove)
  if (drafts.length === 0) return new Map<string, number>()
  const versions = await store.saveDefinitions(
    db,
    {
      save: drafts.flatMap(toSave),
      remove: drafts.filter(({ action }) => action === 'delete').map(({ id }) => id),
    },
    saving,
  )
  await store.saveRemovedFields(db, drafts.flatMap(removedFields))
  await store.touchDefinitions(db, drafts.flatMap(extendedId))
  for (const version of work.versions) await store.insertProcessVersion(db, version, saving)
  return versions
}

const toSave = ({ after, attachments }: Draft): store.DefinitionToSave[] => {
  if (!after) return []
  const { id, kind, namespace, code, file, written } = after
  return [{ id, kind, namespace, code, file, body: written, attachments }]
}

/** The app of an extension belongs to another solution, but gets a new version. */
const extendedId = ({ kind, table }: Draft): string[] =>
  kind === 'extension' && table ? [table.id] : []

/** Fields that were removed from the app but still have columns, each with the rights it had. */
function removedFields({ table, steps }: Draft) {
  if (!table?.after) return []
  const { id, before: old, after } = table
  const had = old ? [...old.fields.map(withRights(old)), ...old.removedFields] : []
  const { fields } = after
  const renamed = steps.flatMap((step) => (step.do === 'rename field' ? [step.from.code] : []))
  const gone = had.filter(({ code }) => !Object.hasOwn(fields, code) && !renamed.includes(code))
  const withoutCode = ({ code, ...field }: (typeof gone)[number]): [string, FieldDefinition] => [
    code,
    field as FieldDefinition,
  ]
  return [{ id, fields: Object.fromEntries(gone.map(withoutCode)) }]
}

/** Its values stay protected: restoring it requires the same rights, or an administrator. */
const withRights =
  ({ body }: StoredApp) =>
  (field: Field): Field => {
    const guardedBy = body.fieldRights[field.code]
    return guardedBy ? { ...field, guardedBy } : field
  }

async function runDdl(ctx: Context, statements: string[]): Promise<void> {
  try {
    await store.runStatements(ctx.db, statements)
  } catch (error) {
    throw explained(error)
  }
}

/** PostgreSQL limits that a solution can exceed, with advice. */
function explained(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  switch (error.code) {
    case '53200':
      return unavailable(
        'the solution changes more tables at once than the database can lock: raise its max_locks_per_transaction',
        error,
      )
    case '54000':
      return conflict(`a value is too long for an index: ${error.message}`, error)
    case '54011':
      return conflict('an app has more fields than a table can have columns', error)
    default:
      return error
  }
}

type Publication = {
  work: ChangeSet
  versions: Map<string, number>
  number: number
  comment: string
}

async function tell(
  ctx: Context,
  { work: { plan, drafts }, versions, number, comment }: Publication,
) {
  for (const [at, change] of plan.changes.entries()) {
    if (!isReal(change)) continue
    const { kind, namespace, code, action, words } = change
    const version = versions.get(drafts[at]?.id ?? '')
    const data = { kind, action, version, changes: words }
    const object = nameOf(change)
    await ctx.emit({ type: 'definition.applied', object, namespace, code, data })
  }
  const { solution } = plan
  const count = (action: string) => plan.changes.filter((each) => each.action === action).length
  const data = {
    ...{ created: count('create'), updated: count('update'), deleted: count('delete') },
    version: number,
    ...(comment && { comment }),
  }
  await ctx.emit({ type: 'solution.applied', object: `solution:${solution}`, code: solution, data })
}

const nameOf = ({ kind, namespace, code }: Pick<Change, 'kind' | 'namespace' | 'code'>) =>
  kind === 'workspace' || kind === 'solution' ? `${kind}:${code}` : `${kind}:${namespace}/${code}`

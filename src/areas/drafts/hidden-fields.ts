import type { Body } from '../../definitions/kinds.ts'
import { type StoredDefinition, toApp } from '../../definitions/snapshot.ts'
import { limitsOf } from '../../definitions/view.ts'
import { isSame } from '../../definitions/yaml/values.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { ChangeSet } from '../solutions/change-set.ts'

type Draft = ChangeSet['drafts'][number]
type FieldRights = Body<'app'>['fieldRights']

/**
 * Who designs an app may not open a field that is hidden from them: by its rights, by another code, or by
 * taking it out of the app, after which its old events are shown. One that had rights when it was taken out,
 * alone or with its app, is brought back by administrators: nobody knows any more which of them were in force.
 */
export async function requireHidden(ctx: Context, { drafts }: ChangeSet): Promise<void> {
  if (ctx.user.isAdministrator) return
  const grants = await ctx.access.listOn(ctx.db, 'field')
  for (const each of drafts) {
    if (each.before?.kind !== 'app' || !each.after || each.action === 'unchanged') continue
    const before = each.before as StoredDefinition<'app'>
    const { hidden } = limitsOf(before, ctx.user.subjects, grants)
    const opened =
      [...hidden].find((code) => isOpened(each, code, before.body.fieldRights[code])) ??
      guardedOnceIn(before).find((code) => Object.hasOwn(bodyOf(each).fields, code))
    if (opened !== undefined) {
      throw forbidden(
        `the field "${opened}" is hidden from you: only administrators may change who sees it, take it out or bring it back (${each.after.file})`,
      )
    }
  }
}

const bodyOf = ({ after }: Draft) => after?.body as Body<'app'>

function isOpened(draft: Draft, code: string, rights: FieldRights[string] | undefined): boolean {
  const renamed = draft.steps.find((step) => step.do === 'rename field' && step.from.code === code)
  const now = renamed?.do === 'rename field' ? renamed.to.code : code
  const { fields, fieldRights } = bodyOf(draft)
  return !Object.hasOwn(fields, now) || !isSame(fieldRights[now], rights)
}

/** The fields that had rights of their own when they were taken out: their values are still there. */
export function guardedOnceIn(before: StoredDefinition<'app'>): string[] {
  const removed = toApp(before).removedFields.filter(({ guardedBy }) => guardedBy !== undefined)
  const gone = before.deletedAt ? Object.keys(before.body.fieldRights) : []
  return [...removed.map(({ code }) => code), ...gone]
}

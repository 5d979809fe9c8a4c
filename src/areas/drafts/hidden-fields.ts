import type { Body } from '../../definitions/kinds.ts'
import { type StoredDefinition, toApp } from '../../definitions/snapshot.ts'
import { limitsOf } from '../../definitions/view.ts'
import { isSame } from '../../definitions/yaml/values.ts'
import type { Field } from '../../fields/field-type.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Work } from '../solutions/work.ts'

type Draft = Work['drafts'][number]
type FieldRights = Body<'app'>['fieldRights']

/**
 * Who designs an app may not open a field that is hidden from them: by its rights, by another code, or by
 * taking it out of the app, after which its old events are shown and it could come back without its rights.
 */
export async function requireHidden(ctx: Context, { drafts }: Work): Promise<void> {
  if (ctx.user.isAdministrator) return
  const grants = await ctx.access.listOn(ctx.db, 'field')
  for (const each of drafts) {
    if (each.before?.kind !== 'app' || !each.after || each.action === 'unchanged') continue
    const before = each.before as StoredDefinition<'app'>
    const { hidden } = limitsOf(before, ctx.user.subjects, grants)
    const opened =
      [...hidden].find((code) => isOpened(each, code, before.body.fieldRights[code])) ??
      toApp(before).removedFields.find((field) => comesBackOpen(each, field))?.code
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

/** A field that had rights of its own when it was taken out has its values still. */
function comesBackOpen(draft: Draft, { code, guardedBy }: Field): boolean {
  const { fields, fieldRights } = bodyOf(draft)
  return (
    guardedBy !== undefined && Object.hasOwn(fields, code) && !isSame(fieldRights[code], guardedBy)
  )
}

import type { StoredApp } from '../../definitions/snapshot.ts'
import { expressions } from '../../engine/expressions/expression.ts'
import { judgeForm, layoutOf } from '../../engine/form.ts'
import type { Field } from '../../fields/field-type.ts'
import { readValue, wrongValues } from '../../fields/values.ts'
import { memoize } from '../../lib/cache.ts'
import { isEmpty } from './item-values.ts'
import { differentFrom } from './same-values.ts'

const layoutsOf = memoize(({ body: { forms } }: StoredApp) => ({
  create: forms.create && layoutOf(forms.create),
  edit: forms.edit && layoutOf(forms.edit),
  ...expressions(),
}))

type Filled = {
  form: 'create' | 'edit'
  /** The values sent, in wire format. */
  given: ReadonlyMap<Field, unknown>
  /** The item before, or the values of a new one that were not sent. */
  before: Readonly<Record<string, unknown>>
  /** What the caller cannot fill in as long as the item has its status. */
  locked?: ReadonlySet<string>
}

/**
 * Refuses what a form of the app, as the caller sees it, does not let through. For writes that say they come
 * from the form; the app's own rules apply to all of them.
 */
export function requireForm(app: StoredApp, { form, given, before, locked }: Filled): void {
  const { [form]: layout, holds } = layoutsOf(app)
  if (!layout) return
  const values = { ...before, ...byCode(given) }
  const { fields } = judgeForm(layout, values, holds)
  const changed = new Set([...differentFrom(before, given).keys()].map(({ code }) => code))
  const problems = [...fields].flatMap(([code, { visible, required, readonly }]) => {
    if (!app.byCode.has(code) || app.readOnly.has(code)) return []
    if (required && !locked?.has(code) && isEmpty(values[code] ?? null)) {
      return [{ path: code, message: 'a value is required' }]
    }
    if (!changed.has(code) || (visible && !readonly)) return []
    return [{ path: code, message: visible ? READ_ONLY : HIDDEN }]
  })
  if (problems.length > 0) throw wrongValues(problems)
}

const READ_ONLY = 'it is read-only in this form'
const HIDDEN = 'the form does not show it for these values'

const byCode = (fields: ReadonlyMap<Field, unknown>): Record<string, unknown> =>
  Object.fromEntries(Array.from(fields, ([{ code }, value]) => [code, value]))

/** What a new item has before anything is filled in. */
export const defaultsOf = ({ fields }: StoredApp): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.code, readValue(field, field.default ?? null)]))

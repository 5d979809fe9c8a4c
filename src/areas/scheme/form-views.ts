import type { AppView as DefinedView } from '../../definitions/app-views.ts'
import type { Form } from '../../definitions/forms.ts'
import { type StoredDefinition, toApp } from '../../definitions/snapshot.ts'
import { conditionText } from '../../engine/decision.ts'
import { fieldsOf, layoutOf } from '../../engine/form.ts'
import type { FormView, ListView } from './form-operations.ts'
import type { AppView } from './operations.ts'

/** All five forms, because programs read them without asking; only those that are defined say how they are arranged. */
export function toFormViews(definition: StoredDefinition<'app'>): AppView['forms'] {
  const { byCode, readOnly } = toApp(definition)
  const toView = (form: Form): Required<FormView> => {
    const tabs = layoutOf(form)
    const fields = fieldsOf(tabs).map((each) => ({
      code: each.code,
      display: true,
      required: each.required === true || byCode.get(each.code)?.required === true,
      readonly: each.readonly === true || readOnly.has(each.code),
    }))
    return { fields, tabs }
  }
  const { create, edit, view } = definition.body.forms
  const tile = cardOf(definition.body.views)
  const whole = [...(definition.body.nameTemplate ? [] : ['__name']), ...byCode.keys()]
  const fieldsIn = (form: Form): FormView => ({ fields: toView(form).fields })
  const shown = view ? toView(view) : fieldsIn(edit ?? whole)
  return {
    create: create ? toView(create) : fieldsIn(whole),
    edit: edit ? toView(edit) : fieldsIn(whole),
    view: shown,
    detail: shown,
    tile: tile ? toView(tile) : fieldsIn(['__name']),
  }
}

const cardOf = (views: Readonly<Record<string, DefinedView>> = {}): string[] | undefined =>
  Object.values(views).flatMap((view) => ('card' in view && view.card ? [view.card] : []))[0]

/** A view with its conditions as text. */
export const toListView = (code: string, { colours, ...view }: DefinedView): ListView => ({
  code,
  ...view,
  ...(colours && {
    colours: colours.map(({ when, colour }) => ({ when: conditionText(when), colour })),
  }),
})

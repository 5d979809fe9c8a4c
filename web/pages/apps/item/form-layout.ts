import { useMemo } from 'react'
import { type FormSection, type FormTab, fieldsOf, judgeForm } from '../../../../src/engine/form.ts'
import type { Field } from '../../../fields/field.ts'
import { isEmpty } from '../../../fields/parts.tsx'
import { useHolds } from '../conditions.ts'
import { type App, hasFreeName, isOwn, type Values } from './app.ts'

export type FormName = 'create' | 'edit' | 'view'
export type ShownSection = Omit<FormSection, 'fields' | 'visible'> & { fields: Field[] }
export type ShownTab = { name?: string | undefined; sections: ShownSection[] }
/** A form for the values it has now: what is hidden is left out, what is required is marked. */
export type ShownForm = { tabs: ShownTab[]; fields: Field[] }

/** Of a draft, only the form that is looked at is known. */
type Described = Pick<App, 'fields' | 'params'> & { forms: Partial<App['forms']> }

/** How a form is arranged; without a word about it, all fields in their order. */
export function layoutOf(app: Described, form: FormName): FormTab[] {
  const own = app.fields.filter(isOwn).map(({ code }) => ({ code }))
  const defined = app.forms[form]?.tabs ?? (form === 'view' ? app.forms.edit?.tabs : undefined)
  const tabs: FormTab[] = defined ?? [{ sections: [{ fields: own }] }]
  const isNamed = fieldsOf(tabs).some(({ code }) => code === '__name')
  return form === 'view' || isNamed || !hasFreeName(app) ? tabs : withName(tabs)
}

/** The name comes first where people type it. */
const withName = ([first, ...others]: FormTab[]): FormTab[] => {
  const [section, ...rest] = first?.sections ?? []
  const fields = [{ code: '__name' }, ...(section?.fields ?? [])]
  return [{ ...first, sections: [{ ...section, fields }, ...rest] }, ...others]
}

const hasConditions = (layout: FormTab[]): boolean =>
  layout.some(({ visible, sections }) => visible ?? sections.some((section) => section.visible)) ||
  fieldsOf(layout).some(({ visible, required, readonly }) =>
    [visible, required, readonly].some((rule) => typeof rule === 'string'),
  )

/** A form of an app for these values; what they hide or require follows while they are typed. */
export function useForm(app: Described, form: FormName, values: Values): ShownForm {
  const layout = useMemo(() => layoutOf(app, form), [app, form])
  const holds = useHolds(useMemo(() => hasConditions(layout), [layout]))
  return useMemo(() => {
    const judged = judgeForm(layout, values, holds)
    const tabs = judged.tabs.map(({ name, sections }) => ({
      name,
      sections: sections
        .map(({ visible: _, fields, ...section }) => ({
          ...section,
          fields: fields.flatMap(({ code }) => toField(app, code, judged.fields.get(code)) ?? []),
        }))
        .filter(({ fields }) => fields.length > 0),
    }))
    const listed = new Set(fieldsOf(layout).map(({ code }) => code))
    const shown = form === 'create' ? tabs : withRest(tabs, restOf(app, values, listed))
    return { tabs: shown, fields: shown.flatMap(fieldsIn) }
  }, [app, form, layout, values, holds])
}

const fieldsIn = ({ sections }: ShownTab): Field[] => sections.flatMap(({ fields }) => fields)

type Rules = { required: boolean; readonly: boolean } | undefined

function toField(app: Described, code: string, rules: Rules): Field | undefined {
  const field = app.fields.find((each) => each.code === code && (isOwn(each) || code === '__name'))
  if (!field || (code === '__name' && !hasFreeName(app))) return undefined
  const isRequired = code !== '__name' && field.required
  return {
    ...field,
    required: isRequired || (rules?.required ?? false),
    ...(rules?.readonly && { readonly: true as const }),
  }
}

/** What the form says nothing about, and the item has something to say about. */
const restOf = (app: Described, values: Values, listed: ReadonlySet<string>): Field[] =>
  app.fields.filter(
    (field) => isOwn(field) && !listed.has(field.code) && !isEmpty(values[field.code]),
  )

const withRest = (tabs: ShownTab[], rest: Field[]): ShownTab[] => {
  if (rest.length === 0) return tabs
  const last = tabs.at(-1) ?? { sections: [] }
  const [only, ...others] = last.sections
  const isPlain = only && others.length === 0 && only.name === undefined
  const sections = isPlain
    ? [{ ...only, fields: [...only.fields, ...rest] }]
    : [...last.sections, { fields: rest }]
  return [...tabs.slice(0, -1), { ...last, sections }]
}

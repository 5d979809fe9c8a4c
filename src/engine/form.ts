import { conditionText } from './decision.ts'
import type { Values } from './state.ts'

/** Always, never, or while a condition holds: CEL, or the text of a tree. */
export type FormRule = boolean | string
export type FormField = {
  code: string
  visible?: string | undefined
  required?: FormRule | undefined
  readonly?: FormRule | undefined
}
export type FormSection = {
  name?: string | undefined
  hint?: string | undefined
  /** How many fields stand beside each other; absent = as there is room. */
  columns?: number | undefined
  visible?: string | undefined
  fields: FormField[]
}
/** A form without tabs has one tab without a name. */
export type FormTab = {
  name?: string | undefined
  visible?: string | undefined
  sections: FormSection[]
}

export type FieldState = { visible: boolean; required: boolean; readonly: boolean }

/** A form as it is for the values of an item: what is not visible is left out. */
export type JudgedForm = {
  tabs: (Omit<FormTab, 'sections'> & { sections: FormSection[] })[]
  fields: ReadonlyMap<string, FieldState>
}

type Holds = (text: string, values: Values) => boolean

const HIDDEN: FieldState = { visible: false, required: false, readonly: false }

/**
 * Evaluates the conditions of a form. One that cannot be evaluated does not hold: it is most often about a
 * value that nobody has filled in yet.
 */
export function judgeForm(tabs: readonly FormTab[], values: Values, holds: Holds): JudgedForm {
  const is = (rule: FormRule | undefined, otherwise: boolean): boolean => {
    if (typeof rule !== 'string') return rule ?? otherwise
    try {
      return holds(rule, values)
    } catch {
      return false
    }
  }
  const fields = new Map<string, FieldState>(
    tabs
      .flatMap(({ sections }) => sections.flatMap((section) => section.fields))
      .map(({ code }) => [code, HIDDEN]),
  )
  const shown = tabs
    .filter(({ visible }) => is(visible, true))
    .map((tab) => ({
      ...tab,
      sections: tab.sections
        .filter(({ visible }) => is(visible, true))
        .map((section) => ({
          ...section,
          fields: section.fields.filter(({ visible }) => is(visible, true)),
        }))
        .filter(({ fields: inside }) => inside.length > 0),
    }))
    .filter(({ sections }) => sections.length > 0)
  for (const { code, required, readonly } of fieldsOf(shown)) {
    fields.set(code, {
      visible: true,
      required: is(required, false),
      readonly: is(readonly, false),
    })
  }
  return { tabs: shown, fields }
}

export const fieldsOf = (tabs: readonly FormTab[]): FormField[] =>
  tabs.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields))

type Condition = string | object
type Written = boolean | Condition
export type WrittenField =
  | string
  | {
      field: string
      visible?: Condition | undefined
      required?: Written | undefined
      readOnly?: Written | undefined
    }
export type WrittenSection = {
  name?: string | undefined
  hint?: string | undefined
  columns?: number | undefined
  visible?: Condition | undefined
  fields: WrittenField[]
}
type WrittenTab = { name: string; visible?: Condition | undefined; sections: WrittenSection[] }
/** A form as definitions write it: fields, sections, or tabs with sections. */
export type WrittenForm =
  | WrittenField[]
  | { sections?: WrittenSection[] | undefined; tabs?: WrittenTab[] | undefined }

/** A form as its readers know it, however it is written. */
export function layoutOf(form: WrittenForm): FormTab[] {
  if (Array.isArray(form)) return [{ sections: [{ fields: form.map(toField) }] }]
  if (form.sections) return [{ sections: form.sections.map(toSection) }]
  return (form.tabs ?? []).map(({ name, visible, sections }) => ({
    name,
    ...when(visible),
    sections: sections.map(toSection),
  }))
}

const toSection = ({ name, hint, columns, visible, fields }: WrittenSection): FormSection => ({
  ...(name !== undefined && { name }),
  ...(hint !== undefined && { hint }),
  ...(columns !== undefined && { columns }),
  ...when(visible),
  fields: fields.map(toField),
})

function toField(placed: WrittenField): FormField {
  if (typeof placed === 'string') return { code: placed }
  const { field, visible, required, readOnly } = placed
  return {
    code: field,
    ...when(visible),
    ...(required !== undefined && { required: toRule(required) }),
    ...(readOnly !== undefined && { readonly: toRule(readOnly) }),
  }
}

const when = (visible: Condition | undefined) =>
  visible === undefined ? {} : { visible: conditionText(visible) }

const toRule = (rule: Written): FormRule => (typeof rule === 'boolean' ? rule : conditionText(rule))

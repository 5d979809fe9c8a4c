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

import type { WrittenField, WrittenForm, WrittenSection } from '../../../../../src/engine/form.ts'
import type { Edit, KeyPath } from '../../draft/types.ts'
import type { Rule } from '../conditions/rule-input.tsx'

export const RULES = ['visible', 'required', 'readOnly'] as const
export type RuleKey = (typeof RULES)[number]

export type Row = { code: string; rules: Partial<Record<RuleKey, Rule>> }
/** A section with its place; a form that is a list of fields is one section. */
export type Part = {
  at: KeyPath
  /** Where its fields are. */
  fieldsAt: KeyPath
  /** Absent in a list of fields. */
  section?: WrittenSection
  rows: Row[]
}
/** A tab with its place; a form without tabs is one, which has no place. */
export type Tab = { at?: KeyPath; name: string; visible?: Rule; parts: Part[] }

const listOf = <T>(value: T[] | undefined): T[] => (Array.isArray(value) ? value : [])

const toRow = (field: WrittenField): Row => {
  if (typeof field !== 'object' || field === null) return { code: String(field), rules: {} }
  const { field: code, ...rules } = field
  return { code: String(code ?? ''), rules: rules as Row['rules'] }
}

const toPart = (section: WrittenSection, at: KeyPath): Part => ({
  at,
  fieldsAt: [...at, 'fields'],
  section,
  rows: listOf(section?.fields).map(toRow),
})

/** The parts of a form, however it is written. */
export function tabsOf(form: WrittenForm, at: KeyPath): Tab[] {
  if (Array.isArray(form)) {
    return [{ name: '', parts: [{ at, fieldsAt: at, rows: form.map(toRow) }] }]
  }
  if (!form.tabs) {
    const parts = listOf(form.sections).map((each, index) =>
      toPart(each, [...at, 'sections', index]),
    )
    return [{ name: '', parts }]
  }
  return listOf(form.tabs).map((tab, index) => {
    const here = [...at, 'tabs', index]
    return {
      at: here,
      name: String(tab?.name ?? ''),
      visible: tab?.visible as Rule,
      parts: listOf(tab?.sections).map((each, place) => toPart(each, [...here, 'sections', place])),
    }
  })
}

/** A field without rules is its code. */
const toWritten = ({ code, rules }: Row): WrittenField => {
  const said = Object.entries(rules).filter(([, rule]) => rule !== undefined)
  return said.length > 0 ? ({ field: code, ...Object.fromEntries(said) } as WrittenField) : code
}

/** Another rule for a field. */
export const ruleEdit = (
  file: string,
  { part, index }: { part: Part; index: number },
  [key, rule]: [RuleKey, Rule],
): Edit[] => {
  const row = part.rows[index]
  if (!row) return []
  const value = toWritten({ ...row, rules: { ...row.rules, [key]: rule } })
  return [{ file, op: 'set', at: [...part.fieldsAt, index], value }]
}

export type FieldMove = { from: Part; index: number; to: Part; place: number }

export function moveEdits(file: string, { from, index, to, place }: FieldMove): Edit[] {
  const at = [...from.fieldsAt, index]
  if (from.fieldsAt.join() === to.fieldsAt.join()) {
    return index === place ? [] : [{ file, op: 'move', at, to: place }]
  }
  const row = from.rows[index]
  if (!row) return []
  return [
    { file, op: 'insert', at: [...to.fieldsAt, place], value: toWritten(row) },
    { file, op: 'remove', at },
  ]
}

type Named = { name: string; first: string }

/** Below the sections of a tab; a list of fields becomes the first section. */
export function addSectionEdits(
  file: string,
  { form, at, tab }: { form: WrittenForm; at: KeyPath; tab: Tab },
  name: string,
): Edit[] {
  const section = { name, fields: [] }
  if (Array.isArray(form)) {
    return [{ file, op: 'set', at, value: { sections: [{ fields: form }, section] } }]
  }
  return [
    { file, op: 'insert', at: [...(tab.at ?? at), 'sections', tab.parts.length], value: section },
  ]
}

/** Beside the others; what a form without tabs has becomes the first tab. */
export function addTabEdits(
  file: string,
  { form, at }: { form: WrittenForm; at: KeyPath },
  { name, first }: Named,
): Edit[] {
  const tab = { name, sections: [{ fields: [] }] }
  const tabs = Array.isArray(form) ? undefined : form.tabs
  if (tabs) return [{ file, op: 'insert', at: [...at, 'tabs', tabs.length], value: tab }]
  const sections = Array.isArray(form) ? [{ fields: form }] : form.sections
  return [{ file, op: 'set', at, value: { tabs: [{ name: first, sections }, tab] } }]
}

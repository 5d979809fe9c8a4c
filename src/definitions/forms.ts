import { z } from 'zod'
import { checkCondition } from '../engine/checks/expressions.ts'
import { conditionText } from '../engine/decision.ts'
import { compileCondition } from '../engine/expressions/expression.ts'
import { FieldCode, Name, Prose } from '../lib/codes.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { naming } from '../lib/naming.ts'
import type { Issue, Path } from './source.ts'
import { systemFields } from './system-fields.ts'

const Shown = FieldCode.or(z.literal('__name'))

/** A condition over the values of an item. */
export const Condition = naming(
  z.union([z.string().trim().min(1).max(2048), z.record(z.string(), z.json())]),
  'condition',
).describe('over the values of the item: CEL, or a tree of conditions as in filters')
const Rule = z.union([z.boolean(), Condition])

const PlacedField = z.union([
  Shown,
  z.strictObject({
    field: Shown,
    visible: Condition.optional().describe('absent = always'),
    required: Rule.optional().describe('in this form, besides what the field itself requires'),
    readOnly: Rule.optional().describe('in this form'),
  }),
])

const Section = z.strictObject({
  name: Name.optional(),
  hint: Prose.optional().describe('said below the name'),
  columns: z
    .int()
    .min(1)
    .max(4)
    .optional()
    .describe('fields beside each other; absent = as there is room'),
  visible: Condition.optional().describe('absent = always'),
  fields: z.array(PlacedField),
})

const Tab = z.strictObject({
  name: Name,
  visible: Condition.optional().describe('absent = always'),
  sections: z.array(Section).min(1),
})

const Layout = z
  .strictObject({
    sections: z.array(Section).min(1).optional(),
    tabs: z.array(Tab).min(1).optional(),
  })
  .refine(
    ({ sections, tabs }) => (sections === undefined) !== (tabs === undefined),
    'expected either "sections" or "tabs"',
  )

/** The fields of a form: in order, in sections, or in sections on tabs. */
const Form = z
  .union([z.array(PlacedField), Layout])
  .describe('the shown fields, in order; also in sections or on tabs')
export type Form = z.output<typeof Form>

export const Forms = z
  .strictObject({ create: Form.optional(), edit: Form.optional(), view: Form.optional() })
  .prefault({})
export type Forms = z.output<typeof Forms>

type Placed = z.output<typeof PlacedField>
type Part = z.output<typeof Section>

export type Written = z.output<typeof Condition>
type Fields = Record<string, { type: string }>

/** Fields that there are not, fields twice, and conditions that cannot be evaluated. */
export const checkForms = ({ forms, fields }: { forms: Forms; fields: Fields }): Issue[] =>
  Object.entries(forms).flatMap(([name, form]) => {
    if (!form) return []
    const placed = fieldsIn(form, ['forms', name])
    const known = ['__name', ...Object.keys(fields)]
    return [
      ...placed
        .filter(([code]) => !known.includes(code))
        .map(([code, path]) => ({
          path,
          message: `unknown field "${code}"${suggest(code, known)}`,
        })),
      ...(Array.isArray(form) ? [] : twice(placed)),
      ...conditionsIn(form, ['forms', name]).flatMap(([condition, path]) =>
        checkWritten(condition, fields).map((message) => ({ path, message })),
      ),
    ]
  })

const twice = (placed: [code: string, path: Path][]): Issue[] =>
  placed
    .filter(([code], at) => placed.findIndex(([other]) => other === code) < at)
    .map(([code, path]) => ({ path, message: `"${code}" is in the form twice` }))

const SYSTEM: Fields = Object.fromEntries(systemFields.map(({ code, type }) => [code, { type }]))

/** What is wrong with a condition over these fields and those that every item has. */
export function checkWritten(condition: Written, fields: Fields): string[] {
  const types = Object.fromEntries(
    Object.entries({ ...SYSTEM, ...fields }).map(([code, { type }]) => [code, type]),
  )
  const { names, problems } = checkCondition(conditionText(condition), types)
  const unknown = names.filter((name) => !Object.hasOwn(types, name))
  if (unknown.length === 0) return problems
  return unknown.map((name) => `unknown field "${name}"${suggest(name, Object.keys(fields))}`)
}

type Located<T> = [value: T, path: Path]

/** Every section of a form, with its place. */
const sectionsIn = (form: Exclude<Form, unknown[]>, path: Path): Located<Part>[] => [
  ...(form.sections ?? []).map((each, at): Located<Part> => [each, [...path, 'sections', at]]),
  ...(form.tabs ?? []).flatMap(({ sections }, tab) =>
    sections.map((each, at): Located<Part> => [each, [...path, 'tabs', tab, 'sections', at]]),
  ),
]

const placedIn = (form: Form, path: Path): Located<Placed>[] =>
  Array.isArray(form)
    ? form.map((each, at) => [each, [...path, at]])
    : sectionsIn(form, path).flatMap(([{ fields }, at]) =>
        fields.map((each, index): Located<Placed> => [each, [...at, 'fields', index]]),
      )

/** The fields that a form shows, with the places where it names them. */
const fieldsIn = (form: Form, path: Path): Located<string>[] =>
  placedIn(form, path).map(([placed, at]) =>
    typeof placed === 'string' ? [placed, at] : [placed.field, [...at, 'field']],
  )

/** The conditions of a form, with their places. */
const conditionsIn = (form: Form, path: Path): Located<Written>[] => [
  ...(Array.isArray(form) ? [] : (form.tabs ?? [])).flatMap(({ visible }, at) =>
    visible === undefined ? [] : [[visible, [...path, 'tabs', at, 'visible']] as Located<Written>],
  ),
  ...(Array.isArray(form) ? [] : sectionsIn(form, path)).flatMap(([{ visible }, at]) =>
    visible === undefined ? [] : [[visible, [...at, 'visible']] as Located<Written>],
  ),
  ...placedIn(form, path).flatMap(([placed, at]) =>
    typeof placed === 'string'
      ? []
      : (['visible', 'required', 'readOnly'] as const).flatMap((key) => {
          const rule = placed[key]
          if (rule === undefined || typeof rule === 'boolean') return []
          return [[rule, [...at, key]] as Located<Written>]
        }),
  ),
]

/** A form for somebody who does not see some fields: they and the conditions that name them are gone. */
export function limitForm(form: Form, hidden: ReadonlySet<string>): Form {
  const isOpen = (rule: unknown) =>
    rule === undefined || typeof rule === 'boolean' || !namesOne(rule as Written, hidden)
  const open = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).filter(([key, rule]) => !RULES.includes(key) || isOpen(rule)),
    ) as T
  const fields = (placed: Placed[]): Placed[] =>
    placed
      .filter((each) => !hidden.has(typeof each === 'string' ? each : each.field))
      .map((each) => (typeof each === 'string' ? each : open(each)))
  const sections = (all: Part[]) =>
    all.map((each) => ({ ...open(each), fields: fields(each.fields) }))
  if (Array.isArray(form)) return fields(form)
  return {
    ...(form.sections && { sections: sections(form.sections) }),
    ...(form.tabs && {
      tabs: form.tabs.map((tab) => ({ ...open(tab), sections: sections(tab.sections) })),
    }),
  }
}

const RULES = ['visible', 'required', 'readOnly']

/** Whether a condition names one of these fields. */
export const namesOne = (condition: Written, hidden: ReadonlySet<string>): boolean =>
  compileCondition(conditionText(condition)).names.some((name) => hidden.has(name))

import { type Converted, toCondition } from './conditions.ts'
import type { Definitions } from './fields.ts'
import { type AppSettings, FormField, readList } from './schemas.ts'
import { fieldCode } from './text.ts'
import { isFit, type Say } from './world.ts'

type Shown = Pick<FormField, 'code' | 'readonly' | 'required'>
export type FindWidget = (code: string) => unknown

type Work = { fields: Definitions; say: Say; findWidget: FindWidget }

const FORMS = ['create', 'edit', 'view'] as const

/** The forms of an app. A layout that was drawn becomes the list of its fields. */
export function toForms(given: AppSettings['advancedForms'], work: Work): object | undefined {
  for (const name of ['tile', 'massEdit'] as const) {
    if ((given[name]?.fields.length ?? 0) > 0) isFit(work.say, 'form', name, `form ${name}`)
  }
  const visible = visibilityOf(given.fieldVisibilityConditions, work)
  const forms = FORMS.flatMap((name) => {
    const form = given[name]
    const shown = form ? shownIn(name, form, work) : []
    const placed = shown.flatMap((each) => place(name, each, { ...work, visible }))
    return placed.length > 0 ? [[name, placed]] : []
  })
  return forms.length > 0 ? Object.fromEntries(forms) : undefined
}

function shownIn(
  name: string,
  { fields, widgetCode }: { fields: unknown[]; widgetCode: string },
  { say, findWidget }: Work,
): Shown[] {
  const listed = readList(FormField, fields).known
  if (widgetCode === '') return listed
  const drawn = rowsIn(findWidget(widgetCode))
  if (drawn.length === 0) {
    say('by hand', `form ${name}`, 'its layout is not in the package, or has no fields')
    return listed
  }
  say(
    'changed',
    `form ${name}`,
    'its layout is a list of fields; what it did in the browser is gone',
  )
  return drawn
}

const DEEPEST = 60

/** The fields that the layout of a form shows, in their order. */
export function rowsIn(widget: unknown, depth = 0): Shown[] {
  if (typeof widget !== 'object' || widget === null || depth > DEEPEST) return []
  const { values } = widget as { values?: Record<string, unknown> }
  const path = (values?.control as { path?: unknown } | undefined)?.path
  const code = Array.isArray(path) ? path.at(-1) : undefined
  if (typeof code === 'string' && code !== '') {
    const { required, __readOnly: readonly } = values ?? {}
    return [{ code, required: required === true, readonly: readonly === true }]
  }
  return Object.values(widget).flatMap((each) => rowsIn(each, depth + 1))
}

type Placing = Work & { visible: Map<string, object> }

function place(form: string, { code, readonly, required }: Shown, work: Placing): unknown[] {
  const field = code === '__name' ? code : fieldCode(code)
  if (field !== '__name' && !Object.hasOwn(work.fields, field)) {
    // The console shows what every item has by itself.
    if (!code.startsWith('__'))
      work.say('not understood', `form ${form}`, `there is no field "${code}"`)
    return []
  }
  const rules = {
    ...(work.visible.has(field) && { visible: work.visible.get(field) }),
    ...(required && work.fields[field]?.required !== true && { required: true }),
    ...(readonly && { readOnly: true }),
  }
  return [Object.keys(rules).length === 0 ? field : { field, ...rules }]
}

/** When each field is shown. A condition that is not understood hides nothing. */
function visibilityOf(
  given: AppSettings['advancedForms']['fieldVisibilityConditions'],
  { fields, say }: Work,
): Map<string, object> {
  const found = Object.entries(given).flatMap(([code, rule]): [string, object][] => {
    if (!rule?.enabled) return []
    const condition: Converted | undefined = toCondition(rule.conditions, (path) => {
      const [first = '', ...rest] = path.split('.')
      if (rest.length > 0) return { why: `it asks for "${path}", which is in another item` }
      const isKnown = first.startsWith('__') || Object.hasOwn(fields, first)
      return isKnown ? first : { why: `there is no field "${first}"` }
    })
    if (!condition) return []
    if ('tree' in condition) return [[fieldCode(code), condition.tree]]
    say('not understood', `when ${code} is shown`, condition.why)
    return []
  })
  return new Map(found)
}

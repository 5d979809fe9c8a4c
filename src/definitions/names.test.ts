import { expect, test } from 'vitest'
import { z } from 'zod'
import { roleOf } from '../lib/naming.ts'
import { kinds } from './kinds.ts'
import { namesIn } from './names.ts'
import { widgetTypes } from './widgets.ts'

/** Codes that name no field, status, column or parameter: definitions, and what is declared there. */
const OTHERS = [
  'solution.code',
  'workspace.home',
  'app.statuses.[].code',
  'app.statuses.[].statuses.[].code',
  'app.views.{key}',
  'app.defaultView',
  'report.views.{key}',
  'process.calendar',
  'page.widgets.[]',
  'page.widgets.[].widget',
  'widget.type',
  'module.actions.{key}',
  'module.actions.*.script',
  'module.handlers.{key}',
  'module.handlers.*.script',
  'module.routes.{key}',
  'module.routes.*.script',
  'module.scripts.{key}',
  'process.sla.{key}',
  'org-chart.departments.[].code',
  'org-chart.departments.[].positions.[].code',
  'nomenclature.offices.[].code',
  'nomenclature.offices.[].folders.[].code',
  'nomenclature.offices.[].categories.[].code',
  'nomenclature.offices.[].categories.[].folders.[].code',
]

type Schema = z.core.$ZodType
type Def = { type: string; [key: string]: unknown }

const accepts = (schema: Schema, text: string) => (schema as z.ZodType).safeParse(text).success
const isCode = (schema: Schema) =>
  accepts(schema, 'abc_1') && !['1a', 'a b', 'a'.repeat(51)].some((text) => accepts(schema, text))

/** The places of all codes in a schema whose role is not said. */
function codesIn(schema: Schema, path: string, depth = 0): string[] {
  if (roleOf(schema) || depth > 20) return []
  const def = schema._zod.def as unknown as Def
  const inner = (each: unknown, at = path) => codesIn(each as Schema, at, depth + 1)
  switch (def.type) {
    case 'string':
      return isCode(schema) ? [path] : []
    case 'object':
      return Object.entries(def.shape as object).flatMap(([key, each]) =>
        inner(each, `${path}.${key}`),
      )
    case 'record':
      return [...inner(def.keyType, `${path}.{key}`), ...inner(def.valueType, `${path}.*`)]
    case 'array':
      return inner(def.element, `${path}.[]`)
    case 'union':
      return (def.options as Schema[]).flatMap((each) => inner(each))
    case 'pipe':
      return [...inner(def.in), ...inner(def.out)]
    default:
      return def.innerType ? inner(def.innerType) : []
  }
}

test('every code in a definition says what it names, or is known to name no field', () => {
  const all = {
    ...Object.fromEntries(Object.entries(kinds).map(([kind, { schema }]) => [kind, schema])),
    ...Object.fromEntries(
      Object.entries(widgetTypes).map(([type, schema]) => [`widget-${type}`, schema]),
    ),
  }

  const found = Object.entries(all).flatMap(([kind, schema]) => codesIn(schema, kind))

  expect(
    [...new Set(found)].filter((path) => !/departments\.\[\]\.departments/.test(path)).sort(),
  ).toEqual(OTHERS.sort())
})

test('names are found as they are written, behind unions, records and defaults', () => {
  const app = {
    name: 'Deals',
    fields: { title: { name: 'Title', type: 'STRING' } },
    transitions: [{ from: 'new', to: ['done'], requires: ['title'] }],
    fieldRights: { title: { 'user:ann': ['read'] } },
    forms: { create: ['title', '__name', { field: 'title', visible: 'title != ""' }] },
  }

  const found = namesIn(kinds.app.schema, app).map(
    ({ role, at, isKey }) => `${role} ${at.join('.')}${isKey ? ' (key)' : ''}`,
  )

  expect(found).toEqual([
    'fields fields',
    'statuses transitions.0.from',
    'statuses transitions.0.to',
    'field transitions.0.requires.0',
    'field fieldRights.title (key)',
    'field forms.create.0',
    'field forms.create.2.field',
    'condition forms.create.2.visible',
  ])
  expect(z.toJSONSchema(kinds.app.schema, { io: 'input', unrepresentable: 'any' })).toHaveProperty(
    'properties',
  )
})

import { z } from 'zod'

const text = z.string().catch('')
const flag = z.boolean().catch(false)
const list = z.array(z.unknown()).catch([])

/** Every key may be missing or odd: what a component does not say well, it does not say. */
export const Field = z.looseObject({
  code: z.string().min(1),
  type: text,
  single: z.boolean().catch(true),
  required: flag,
  searchable: flag,
  indexed: flag,
  deleted: flag,
  calcByFormula: flag,
  defaultValue: z.unknown().optional(),
  data: z.record(z.string(), z.unknown()).catch({}),
  view: z
    .looseObject({
      name: text,
      tooltip: text,
      sort: z.number().catch(0),
      system: flag,
      input: flag,
      output: flag,
      data: z.record(z.string(), z.unknown()).catch({}),
    })
    .catch({
      name: '',
      tooltip: '',
      sort: 0,
      system: false,
      input: false,
      output: false,
      data: {},
    }),
})
export type Field = z.output<typeof Field>

const Operand = z.looseObject({ kind: text, value: z.unknown().optional() })

export const Condition = z.looseObject({
  a: Operand,
  b: Operand.optional().catch(undefined),
  inversion: flag,
  operation: z.looseObject({ relation: text, inversion: flag, caseInsensitive: flag }),
})
export type Condition = z.output<typeof Condition>

export const FormField = z.looseObject({
  code: z.string().min(1),
  tooltip: text,
  readonly: flag,
  required: flag,
  hideEmpty: flag,
  subfields: list,
})
export type FormField = z.output<typeof FormField>

const Form = z.looseObject({ fields: list, widgetCode: text }).nullish().catch(undefined)

const Buttons = z
  .looseObject({
    buttons: z
      .array(z.looseObject({ code: text, label: text, processNamespace: text, processCode: text }))
      .catch([]),
  })
  .catch({ buttons: [] })

const Status = z.looseObject({
  id: z.int(),
  code: text,
  name: text,
  groupId: z.unknown().optional(),
  jumpMethod: text,
  jumpToStatuses: list,
})
export type Status = z.output<typeof Status>

const Statuses = z
  .looseObject({
    enabled: flag,
    manualChange: z.boolean().catch(true),
    items: z.array(Status).catch([]),
    groups: z
      .array(z.looseObject({ id: z.unknown().optional(), code: text, name: text }))
      .catch([]),
  })
  .catch({ enabled: false, manualChange: true, items: [], groups: [] })
export type Statuses = z.output<typeof Statuses>

export const AppSettings = z.looseObject({
  status: Statuses,
  nameSettings: z
    .looseObject({ titleGenerateMethod: text, titleTemplate: text })
    .catch({ titleGenerateMethod: '', titleTemplate: '' }),
  advancedForms: z
    .looseObject({
      ...{ create: Form, edit: Form, view: Form, tile: Form, massEdit: Form },
      fieldVisibilityConditions: z
        .record(z.string(), z.looseObject({ enabled: flag, conditions: list }).nullish())
        .catch({}),
    })
    .catch({ fieldVisibilityConditions: {} }),
  createSettings: Buttons,
  registrationSettings: z
    .looseObject({
      enabled: flag,
      nomenclatureIds: list,
      restrictRegistration: text,
      orgunitIdModel: list,
    })
    .catch({ enabled: false, nomenclatureIds: [], restrictRegistration: '', orgunitIdModel: [] }),
})
export type AppSettings = z.output<typeof AppSettings>

export const App = z.looseObject({
  name: text,
  elementName: text,
  namespace: text,
  code: text,
  type: text,
  fields: list,
  settings: AppSettings.catch(AppSettings.parse({})),
})
export type App = z.output<typeof App>

/** The members of a list that are what they should be; others are counted. */
export function readList<S extends z.ZodType>(schema: S, values: readonly unknown[]) {
  const read = values.map((value) => schema.safeParse(value))
  return {
    known: read.flatMap(({ data, success }) => (success ? [data as z.output<S>] : [])),
    odd: read.filter(({ success }) => !success).length,
  }
}

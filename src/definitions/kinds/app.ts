import { z } from 'zod'
import { Code, FieldCode, Mover, Name, Subject, Title } from '../../lib/codes.ts'
import { naming } from '../../lib/naming.ts'
import { AppView, COLOURS } from '../app-views.ts'
import { checkViews } from '../check-views.ts'
import { description, hidden, icon, NameTemplate, Rights } from '../common.ts'
import { Fields } from '../field.ts'
import { checkDoubles, checkFields, checkKnown, checkNameTemplate } from '../field-checks.ts'
import { checkFieldRights } from '../field-rights.ts'
import { checkForms, Forms } from '../forms.ts'
import type { DefinitionKind } from '../kind.ts'
import { checkLocks } from '../locks.ts'
import { checkAppFolders } from '../nomenclature.ts'
import { inFields, inRights, inSubjects } from '../reference.ts'
import type { Issue } from '../source.ts'
import { checkTransitions } from '../transitions.ts'

/** Who may see a field and who may change it: `"group:hr/officers": [read, update]`. */
const FieldRights = z.record(Subject, z.array(z.enum(['read', 'update'])).min(1))

const Status = z.strictObject({
  id: z.int().min(1).max(32_000),
  code: Code,
  name: Name,
  colour: z.enum(COLOURS).optional().describe('wherever it is shown; absent = by its place'),
})
const StatusGroup = z.strictObject({ code: Code, name: Name, statuses: z.array(Status).min(1) })

/** One status, several, all of a group or all of the app. */
const StatusSet = naming(
  z.preprocess(
    (given) => (given === undefined ? undefined : [given].flat()),
    z
      .array(
        z.string().regex(/^(\*|\w+|\w+\/\*)$/, 'expected the code of a status, "group/*" or "*"'),
      )
      .min(1),
  ),
  'statuses',
)

const Transition = z.strictObject({
  from: StatusSet,
  to: StatusSet,
  by: z
    .array(Mover)
    .min(1)
    .optional()
    .describe('who may; absent = whoever may change the item, and processes'),
  requires: z.array(FieldCode).default([]).describe('fields that must have a value'),
  message: Name.optional().describe('said to who may not'),
})

const Lock = z.strictObject({
  in: StatusSet.describe('statuses in which the fields are locked'),
  fields: z
    .array(FieldCode.or(z.literal('__name')))
    .min(1)
    .optional()
    .describe('absent = all of them, and the name'),
  except: z
    .array(Mover)
    .min(1)
    .optional()
    .describe('who may change them all the same; absent = nobody'),
  message: Name.optional().describe('said to who may not'),
})

const Registration = z.strictObject({
  enabled: z.boolean().default(true),
  folders: z
    .array(z.string())
    .default([])
    .describe('folders of the nomenclature: office/category/folder, or ids'),
  restrict: z.enum(['', 'process', 'specified']).default(''),
  by: z.array(Subject).default([]),
})

const FileSettings = z.strictObject({
  folder: Title.optional().describe('directory for files of the items'),
  versions: z.boolean().default(true),
})

export const App = z.strictObject({
  name: Name,
  elementName: Name.optional().describe('name of one item; absent = the name of the app'),
  type: z.enum(['STANDARD', 'DOCUMENT', 'EVENT']).default('STANDARD'),
  icon,
  hidden,
  description,
  nameTemplate: NameTemplate.optional().describe(
    'builds __name, such as "{$__index} {$subject}"; absent = people type it',
  ),
  fields: Fields,
  statuses: z
    .array(StatusGroup)
    .default([])
    .describe('groups of statuses; the first status of the first group is the initial one'),
  transitions: z
    .array(Transition)
    .default([])
    .describe('which status may follow which; none = every status may follow every other'),
  locks: z
    .array(Lock)
    .default([])
    .describe('which fields stay as they are in which statuses; none = no field does'),
  externalKeys: z
    .array(FieldCode)
    .default([])
    .describe('fields whose value finds an item in imports'),
  forms: Forms,
  columns: z
    .array(naming(Code, 'field'))
    .min(1)
    .optional()
    .describe('columns of the list; absent = the name, the status and the first fields'),
  views: z
    .record(Code, AppView)
    .optional()
    .describe('tables, boards and calendars that everybody finds above the list, in order'),
  defaultView: Code.optional().describe('the view that is opened first; absent = all items'),
  rights: Rights,
  fieldRights: z
    .record(FieldCode, FieldRights)
    .default({})
    .describe(
      'who sees and who changes a field; one that is not named here follows the rights of the app',
    ),
  registration: Registration.optional(),
  files: FileSettings.prefault({}),
})

export const app: DefinitionKind<typeof App> = {
  schema: App,
  files: ['workspaces/{workspace}/apps/{code}'],
  fields: ['fields'],
  references: ({ fields }) => inFields(fields, ['fields']),
  subjects: ({ rights, fieldRights, registration, transitions, locks }) => [
    ...inRights(rights),
    ...Object.entries(fieldRights).flatMap(([field, of]) => inRights(of, ['fieldRights', field])),
    ...inSubjects(registration?.by, ['registration', 'by']),
    ...transitions.flatMap(({ by }, at) => inSubjects(by, ['transitions', at, 'by'])),
    ...locks.flatMap(({ except }, at) => inSubjects(except, ['locks', at, 'except'])),
  ],
  check: (body) => [
    ...checkFields(body.fields, ['fields']),
    ...checkStatuses(body.statuses),
    ...checkTransitions(body),
    ...checkLocks(body),
    ...checkForms(body),
    ...checkViews(body),
    ...checkNameTemplate(body.nameTemplate, Object.keys(body.fields), ['nameTemplate']),
    ...checkKnown(body.externalKeys, Object.keys(body.fields), ['externalKeys']),
    ...checkFieldRights(body),
  ],
  checkAmong: ({ body }, { folders }) => (folders ? checkAppFolders(body, folders) : []),
}

function checkStatuses(groups: z.output<typeof StatusGroup>[]): Issue[] {
  const statuses = groups.flatMap((group, at) =>
    group.statuses.map((status, index) => ({
      ...status,
      path: ['statuses', at, 'statuses', index],
    })),
  )
  return [
    ...checkDoubles(groups, ['statuses']),
    ...statuses
      .filter((each, at) => statuses.findIndex(({ id }) => id === each.id) < at)
      .map(({ id, path }) => ({
        path: [...path, 'id'],
        message: `the status id ${id} is used twice`,
      })),
    ...statuses
      .filter((each, at) => statuses.findIndex(({ code }) => code === each.code) < at)
      .map(({ code, path }) => ({
        path: [...path, 'code'],
        message: `the status "${code}" is there twice`,
      })),
  ]
}

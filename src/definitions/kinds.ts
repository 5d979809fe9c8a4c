import { z } from 'zod'
import { AppPath, Code, FieldCode, Mover, Name, Prose, Subject, Title } from '../lib/codes.ts'
import { naming } from '../lib/naming.ts'
import { Language } from '../lib/translations.ts'
import { AppView, COLOURS } from './app-views.ts'
import { Extension } from './extension.ts'
import { Fields, Parameters } from './field.ts'
import { Forms } from './forms.ts'
import { Module, ScriptUser } from './module.ts'
import { PublicForm } from './public-form.ts'
import { Column, ReportChart, ReportQuery, ReportView } from './report-query.ts'
import { Sla } from './sla.ts'
import { PlacedWidget } from './widgets.ts'
import { CalendarDefinition } from './working-hours.ts'

const RIGHTS = ['read', 'create', 'update', 'delete', 'import', 'export', 'manage'] as const

/** Who may do what: `"group:crm/managers": [read, update]`. */
const Rights = z.record(Subject, z.array(z.enum(RIGHTS)).min(1)).default({})

/** Who may see a field and who may change it: `"group:hr/officers": [read, update]`. */
const FieldRights = z.record(Subject, z.array(z.enum(['read', 'update'])).min(1))

const icon = z
  .string()
  .max(100)
  .default('')
  .meta({ format: 'icon' })
  .describe('name of an icon, such as ticket')
const description = Prose.default('')
const hidden = z.boolean().default(false)

export const Solution = z.strictObject({
  code: Code,
  name: Name,
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'expected a version such as 1.0.0'),
  description,
  source: z
    .literal('git')
    .optional()
    .describe('"git" = changed in its own folder only: drafts cannot be published'),
})

export const Workspace = z.strictObject({
  name: Name,
  icon,
  hidden,
  description,
  parameters: Parameters.describe('settings of the workspace'),
  home: Code.optional().describe('the page that is opened first'),
  rights: Rights,
})

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

const NameTemplate = naming(z.string().max(500), 'template')

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

export const Contract = z.strictObject({
  name: Name,
  description,
  fields: Fields,
  apps: z
    .record(AppPath, z.record(FieldCode, FieldCode.or(z.literal('__name'))))
    .describe('implementing apps: contract field to field of the app'),
  default: AppPath.optional().describe('app in which the contract itself creates items'),
})

export const Report = z.strictObject({
  name: Name,
  description,
  columns: Fields,
  parameters: Fields,
  sql: z.string().max(100_000).optional().describe('a query; parameters stand in it as :code'),
  query: ReportQuery.optional().describe('a query put together from an app; instead of sql'),
  chart: ReportChart.optional().describe('how it is drawn; people may choose another way'),
  pivot: Column.optional().describe('the column whose values become columns'),
  views: z
    .record(Code, ReportView)
    .optional()
    .describe('parameters, filters and orders that everybody finds above it'),
  rights: Rights,
})

export const Process = z.strictObject({
  name: Name,
  description,
  bpmn: z.string().optional().describe('file of the diagram; absent = the same name with .bpmn'),
  variables: Fields,
  nameTemplate: NameTemplate.optional().describe('name of an instance'),
  texts: z
    .record(Title, z.record(Language, Title))
    .optional()
    .describe('names in the diagram in other languages: tasks, exits, events, form fields'),
  calendar: Code.optional().describe('the calendar of its timers; absent = that of everybody'),
  sla: Sla.describe('clocks of service levels, by code'),
  scriptUser: ScriptUser,
  manualRun: z.boolean().default(true).describe('people may start it by hand'),
  assistantTool: z
    .boolean()
    .default(false)
    .describe('assistants of those who may start it have a tool of its own for it'),
  onePerItem: z
    .boolean()
    .default(false)
    .describe('while it runs for an item, it does not start for that item again'),
  hidden,
  rights: Rights,
})

export const Decision = z.strictObject({
  name: Name,
  description,
  dmn: z.string().optional().describe('file of the tables; absent = the same name with .dmn'),
  cases: z
    .string()
    .regex(/\.cases\.yaml$/, 'expected a .cases.yaml file')
    .optional()
    .describe('file of the cases; absent = the same name with .cases.yaml, if it is there'),
  decision: z
    .string()
    .max(200)
    .optional()
    .describe('id of the decision that is asked for; absent = the one that no other needs'),
  rights: Rights,
})

export const DocumentTemplate = z.strictObject({
  name: Name,
  file: z.string().regex(/\.(docx|xlsx)$/, 'expected a .docx or .xlsx file'),
  variables: z.record(z.string(), z.string()).default({}).describe('code to field type'),
})

export const Page = z.strictObject({
  name: Name,
  type: z.enum(['PAGE', 'LINK', 'GROUP', 'APPLICATION']).default('PAGE'),
  icon,
  hidden,
  sort: z.int().default(0),
  widgets: z.array(PlacedWidget).default([]).describe('in their order on the page'),
  link: z.string().max(2000).optional(),
  app: AppPath.optional(),
})

/** Texts of the types of widgets; what else a type can be told is checked in `widgets.ts`. */
const WidgetSettings = z
  .object({ label: Name.optional(), text: Prose.optional() })
  .catchall(z.json())

export const Widget = z.strictObject({
  name: Name,
  type: Code,
  settings: WidgetSettings.default({}),
})

export const Group = z.strictObject({
  name: Name,
  description: Prose.default(''),
  isRole: z.boolean().default(false),
  isDefault: z.boolean().default(false).describe('every new user becomes a member'),
  members: z.array(Subject).default([]),
})

const Position = z.strictObject({
  code: Code,
  name: Name,
  isHead: z.boolean().default(false),
  users: z.array(z.string()).default([]).describe('logins'),
})

export type DepartmentInput = {
  code: string
  name: string
  positions?: z.input<typeof Position>[]
  departments?: DepartmentInput[]
}
export type Department = {
  code: string
  name: string
  positions: z.output<typeof Position>[]
  departments: Department[]
}
const Department: z.ZodType<Department, DepartmentInput> = z.strictObject({
  code: Code,
  name: Name,
  positions: z.array(Position).default([]),
  get departments() {
    return z.array(Department).default([])
  },
}) as z.ZodType<Department, DepartmentInput>

export const OrgChart = z.strictObject({ departments: z.array(Department).min(1) })

export const User = z.strictObject({
  lastName: z.string().max(255).default(''),
  firstName: z.string().max(255).default(''),
  middleName: z.string().max(255).default(''),
  email: z.union([z.email(), z.literal('')]).default(''),
  mobilePhone: z.string().max(50).optional(),
  workPhone: z.string().max(50).optional(),
  birthDate: z.iso.date().optional(),
  hireDate: z.iso.date().optional(),
  timezone: z.string().max(100).default('UTC'),
  isAdministrator: z.boolean().default(false),
})
export const Users = z.strictObject({
  users: z.record(z.string().regex(/^\S{1,255}$/, 'a login has no spaces'), User),
})

const ResetPeriod = z.enum(['year', 'month', 'week', 'day'])
const Folder = z.strictObject({
  code: Code,
  name: Name,
  docflow: z.enum(['input', 'output', 'internal']).default('internal'),
  manual: z.boolean().default(false).describe('numbers are typed by hand'),
  template: z
    .string()
    .max(500)
    .default('{$__index}')
    .describe('text with {$__index}, {$__date}, {$__date.year} and fields of the document'),
  minLength: z.int().min(0).max(20).default(0),
  reserve: z.boolean().default(false),
  editAfterRegistration: z.boolean().default(false),
  reuse: z.boolean().default(false).describe('numbers given back are given again'),
  through: z.string().optional().describe('path of the folder whose counter is shared'),
  reset: z
    .strictObject({ period: ResetPeriod, count: z.int().min(1).max(1000).default(1) })
    .optional(),
})
const Category = z.strictObject({
  code: Code,
  name: Name,
  folders: z.array(Folder).default([]),
})
const Office = Category.extend({ categories: z.array(Category).default([]) })
export const Nomenclature = z.strictObject({ offices: z.array(Office) })

export const Channel = z.strictObject({
  name: Name,
  description: Prose.default(''),
  access: z.enum(['public', 'private']).default('public'),
  members: z.array(Subject).default([]),
})

/** Every kind of definition with the schema of its file. */
export const kinds = {
  solution: Solution,
  workspace: Workspace,
  app: App,
  extension: Extension,
  contract: Contract,
  report: Report,
  process: Process,
  decision: Decision,
  document: DocumentTemplate,
  'public-form': PublicForm,
  page: Page,
  widget: Widget,
  module: Module,
  group: Group,
  'org-chart': OrgChart,
  users: Users,
  nomenclature: Nomenclature,
  channel: Channel,
  calendar: CalendarDefinition,
} as const

export type Kind = keyof typeof kinds
export type Body<K extends Kind> = z.output<(typeof kinds)[K]>

/** Where a definition lives and what it says. `namespace` is `ws`, `ws.app`, `ext_<module id>` or `global`. */
export type Definition<K extends Kind = Kind> = {
  id: string
  kind: K
  namespace: string
  code: string
  solution: string
  body: Body<K>
}

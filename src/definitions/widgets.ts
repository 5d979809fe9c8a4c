import { z } from 'zod'
import { FUNCTIONS, PERIODS } from '../fields/computed.ts'
import { AppPath, Code, Name, Prose } from '../lib/codes.ts'
import { naming } from '../lib/naming.ts'

/** The columns of the grid that widgets stand in. */
export const GRID = 12
const TALLEST = 12
const MOST_ROWS = 100

/** A widget of the workspace: by its code, or with the room it takes. */
export const PlacedWidget = z.union([
  Code,
  z.strictObject({
    widget: Code,
    width: z.int().min(1).max(GRID).optional().describe('of 12 columns; absent = by its type'),
    height: z.int().min(1).max(TALLEST).optional().describe('in rows; absent = by its type'),
    column: z
      .int()
      .min(1)
      .max(GRID)
      .optional()
      .describe('where it begins; absent = after the one before'),
  }),
])
export type PlacedWidget = z.output<typeof PlacedWidget>

export const placeOf = (placed: PlacedWidget): Exclude<PlacedWidget, string> =>
  typeof placed === 'string' ? { widget: placed } : placed

const Path = z
  .string()
  .regex(
    /^[A-Za-z_]\w*(\.\w+)?\/[A-Za-z_]\w*$/,
    'expected workspace/code, such as crm/won_by_month',
  )
const Field = naming(Code, 'field').describe('code of a field')
const Filter = naming(z.record(z.string(), z.json()), 'filter').describe('as in lists')
const Column = naming(Code, 'column')
const Parameters = z.record(naming(Code, 'parameter'), z.json())
const Size = z.int().min(1).max(MOST_ROWS).optional()

/** Which items: of an app, not deleted. */
const items = {
  app: AppPath,
  filter: Filter.optional(),
  statusCode: z
    .array(naming(Code, 'status'))
    .optional()
    .describe('codes of statuses; absent = all'),
}
/** Which items are counted; a contract gathers those of several apps. */
const counted = {
  ...items,
  app: AppPath.optional(),
  contract: AppPath.optional().describe('instead of app'),
  function: z.enum(FUNCTIONS).optional().describe('absent = count'),
  field: Field.optional(),
}
const oneSource = [
  ({ app, contract }: { app?: string | undefined; contract?: string | undefined }) =>
    (app === undefined) !== (contract === undefined),
  'expected either "app" or "contract"',
] as const

export const CHART_KINDS = ['bar', 'line', 'area', 'pie', 'donut'] as const

const ReportChart = z.strictObject({
  report: Path,
  parameters: Parameters.optional(),
  kind: z.enum(CHART_KINDS).optional(),
  x: Column.optional().describe('column along the axis'),
  y: z.array(Column).optional().describe('columns that are drawn'),
})

const ItemChart = z
  .strictObject({
    ...counted,
    groupBy: Field,
    by: z.enum(PERIODS).optional().describe('for a date'),
    split: Field.optional().describe('one series for each of its values'),
    kind: z.enum(CHART_KINDS).optional(),
    order: z.enum(['key', 'value']).optional().describe('absent = key'),
    size: Size,
  })
  .refine(...oneSource)

const NumberSettings = z
  .strictObject({
    ...counted,
    trend: z
      .strictObject({ field: Field, over: z.enum(PERIODS) })
      .optional()
      .describe('of the last day, week, … and compared with the one before'),
    better: z.enum(['up', 'down']).optional().describe('absent = neither'),
    colour: z.string().max(30).optional(),
  })
  .refine(...oneSource)

const EmbeddedReport = z.strictObject({
  report: Path,
  parameters: Parameters.optional(),
  as: z.enum(['table', 'chart']).optional().describe('absent = as the report says'),
  size: Size,
})

const Button = z
  .strictObject({
    label: Name.optional().describe('absent = the name of the widget'),
    text: Prose.optional().describe('said above the button'),
    start: Path.optional().describe('the process that it starts'),
    create: AppPath.optional().describe('the app in which it creates an item'),
    link: z.string().max(2000).optional(),
  })
  .refine(
    ({ start, create, link }) => [start, create, link].filter(Boolean).length === 1,
    'expected one of "start", "create" and "link"',
  )

/** What each type of widget can be told. `counter` and `table` are the first names of two. */
export const widgetTypes = {
  list: z.strictObject({
    ...items,
    columns: z.array(Field).optional(),
    sort: z.array(z.strictObject({ field: Field, ascending: z.boolean().optional() })).optional(),
    size: Size,
  }),
  board: z.strictObject({
    ...items,
    group: naming(Code, 'statusGroup').optional().describe('group of statuses; absent = the first'),
    card: z.array(Field).optional(),
    sumOf: Field.optional(),
  }),
  calendar: z.strictObject({ ...items, date: Field, until: Field.optional() }),
  chart: z.union([ReportChart, ItemChart]),
  number: NumberSettings,
  counter: NumberSettings,
  report: EmbeddedReport,
  table: EmbeddedReport,
  tasks: z.strictObject({
    list: z.enum(['incoming', 'outgoing', 'assisting']).optional().describe('absent = incoming'),
    size: Size,
  }),
  process: z.strictObject({
    process: Path,
    measure: z.enum(['counts', 'times']).optional().describe('absent = counts'),
  }),
  text: z.strictObject({ text: Prose.describe('Markdown') }),
  files: z.strictObject({
    directory: z
      .string()
      .min(1)
      .max(500)
      .describe('its id, or the names from the top: Sales/Offers'),
    size: Size,
  }),
  button: Button,
} as const

export type WidgetType = keyof typeof widgetTypes
export type WidgetSettings<T extends WidgetType = WidgetType> = z.output<(typeof widgetTypes)[T]>

export const isWidgetType = (type: string): type is WidgetType => Object.hasOwn(widgetTypes, type)

/** The stored form is wider: what an earlier release took must stay readable. */
export const widgetSchema = (type: WidgetType) =>
  z.strictObject({ name: Name, type: z.literal(type), settings: widgetTypes[type] })

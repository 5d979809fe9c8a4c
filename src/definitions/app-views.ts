import { z } from 'zod'
import { Code, Name } from '../lib/codes.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { naming } from '../lib/naming.ts'
import type { Body } from './kinds.ts'
import type { Issue, Path } from './source.ts'
import { checkWidgetFields } from './widget-references.ts'
import { widgetTypes } from './widgets.ts'

const named = { name: Name }
const { app: _, size: __, ...list } = widgetTypes.list.shape
const { app: ___, ...board } = widgetTypes.board.shape
const { app: ____, ...calendar } = widgetTypes.calendar.shape
const sort = { sort: list.sort }
const colourBy = {
  colourBy: naming(Code, 'field')
    .optional()
    .describe('a choice, a yes-or-no field or __status: one colour for each value'),
}

/** A way to look at the items of an app, the same for everybody. */
export const AppView = z.discriminatedUnion('type', [
  z.strictObject({ ...named, type: z.literal('table'), ...list }),
  z.strictObject({
    ...named,
    type: z.literal('board'),
    ...board,
    group: naming(Code, 'statusGroup')
      .optional()
      .describe('group of statuses; absent = all of them'),
    ...sort,
    ...colourBy,
  }),
  z.strictObject({ ...named, type: z.literal('calendar'), ...calendar, ...colourBy }),
])
export type AppView = z.output<typeof AppView>

type App = Pick<Body<'app'>, 'views' | 'columns' | 'defaultView' | 'fields' | 'statuses'>

const COLOURED = ['CATEGORY', 'BOOLEAN', 'STATUS']

/** Fields and statuses that there are not, and those that cannot be used so. */
export function checkViews(app: App): Issue[] {
  const { views = {}, columns = [], defaultView } = app
  const codes = Object.keys(views)
  return [
    ...checkColumns({ columns }, app, []),
    ...Object.entries(views).flatMap(([code, view]) => checkView(view, app, ['views', code])),
    ...(defaultView === undefined || codes.includes(defaultView)
      ? []
      : [
          {
            path: ['defaultView'],
            message: `there is no view "${defaultView}"${suggest(defaultView, codes)}`,
          },
        ]),
  ]
}

function checkView({ name, type, ...settings }: AppView, app: App, path: Path): Issue[] {
  const found = checkColumns(settings, app, path, type)
  if (type === 'board' && app.statuses.length === 0) {
    return [{ path: [...path, 'type'], message: 'a board needs statuses' }]
  }
  if (found.length > 0 || !('colourBy' in settings) || settings.colourBy === undefined) return found
  const { colourBy } = settings
  const fieldType = colourBy === '__status' ? 'STATUS' : (app.fields[colourBy]?.type ?? '')
  return COLOURED.includes(fieldType)
    ? []
    : [{ path: [...path, 'colourBy'], message: `values of "${colourBy}" have no colours` }]
}

/** As the settings of a widget, at another place. */
const checkColumns = (settings: object, app: App, path: Path, type = 'table'): Issue[] =>
  checkWidgetFields({ name: '', type, settings: settings as Body<'widget'>['settings'] }, app).map(
    (issue) => ({ ...issue, path: [...path, ...issue.path.slice(1)] }),
  )

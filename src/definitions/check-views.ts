import { COMPUTED } from '../fields/computed.ts'
import { suggest } from '../lib/did-you-mean.ts'
import type { AppView } from './app-views.ts'
import { checkWritten } from './forms.ts'
import type { Body } from './kinds.ts'
import type { Issue, Path } from './source.ts'
import { systemFields } from './system-fields.ts'
import { checkWidgetFields } from './widget-references.ts'

type App = Pick<Body<'app'>, 'views' | 'columns' | 'defaultView' | 'fields' | 'statuses'>
/** What every type of view may say, as far as it is checked here. */
type Settings = {
  groupBy?: string | undefined
  lanes?: string | undefined
  colourBy?: string | undefined
  image?: string | undefined
  limits?: Record<string, number> | undefined
  summaries?: Record<string, keyof typeof COMPUTED> | undefined
  colours?: { when: Parameters<typeof checkWritten>[0] }[] | undefined
}
type Checking = { settings: Settings; app: App; path: Path; type: AppView['type'] }
type FieldType = { type: string; multiple?: unknown; single?: unknown; options?: unknown }

/** Fields and statuses that there are not, and those that cannot be used so. */
export function checkViews(app: App): Issue[] {
  const { views = {}, columns = [], defaultView } = app
  const codes = Object.keys(views)
  return [
    ...checkFields({ columns }, app, { path: [], type: 'table' }),
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
  const found = checkFields(settings, app, { path, type })
  const checking = { settings: settings as Settings, app, path, type }
  if (type === 'board' && app.statuses.length === 0 && !checking.settings.groupBy) {
    const message = 'a board needs statuses, or "groupBy" with a choice'
    return [{ path: [...path, 'type'], message }]
  }
  if (found.length > 0) return found
  return [
    ...checkUses(checking),
    ...checkLimits(checking),
    ...checkSummaries(checking),
    ...checkColours(checking),
  ]
}

/** As the settings of a widget, at another place. */
const checkFields = (
  settings: object,
  app: App,
  { path, type }: Pick<Checking, 'path' | 'type'>,
): Issue[] =>
  checkWidgetFields({ name: '', type, settings: settings as Body<'widget'>['settings'] }, app).map(
    (issue) => ({ ...issue, path: [...path, ...issue.path.slice(1)] }),
  )

const SYSTEM: Record<string, FieldType> = Object.fromEntries(
  systemFields.map(({ code, type, isArray }) => [code, { type, single: !isArray }]),
)
const typeOf = ({ fields }: App, code: string): FieldType =>
  (fields[code] as FieldType | undefined) ?? SYSTEM[code] ?? { type: '' }

const isOne = ({ multiple, single }: FieldType): boolean => multiple !== true && single !== false

const GROUPED = ['STATUS', 'CATEGORY', 'SYS_USER', 'SYS_COLLECTION', 'BOOLEAN']

/** For each setting, the types that fit, and what is said of the others. */
const USES: Record<string, { types: readonly string[]; hasOne?: boolean; says: string }> = {
  colourBy: { types: ['CATEGORY', 'BOOLEAN', 'STATUS'], says: 'has no colours' },
  groupBy: { types: GROUPED, hasOne: true, says: 'does not put rows together' },
  lanes: {
    types: GROUPED.filter((type) => type !== 'STATUS'),
    hasOne: true,
    says: 'makes no rows of a board',
  },
  image: { types: ['IMAGE', 'FILE'], says: 'is no picture' },
}
const COLUMNS = { types: ['CATEGORY', 'STATUS'], hasOne: true, says: 'makes no columns of a board' }

function checkUses({ settings, app, path, type }: Checking): Issue[] {
  return Object.entries(USES).flatMap(([key, usual]) => {
    const { types, hasOne, says } = key === 'groupBy' && type === 'board' ? COLUMNS : usual
    const code = settings[key as keyof Settings]
    if (typeof code !== 'string') return []
    const field = typeOf(app, code)
    const at = [...path, key]
    if (!types.includes(field.type)) return [{ path: at, message: `"${code}" ${says}` }]
    if (!hasOne || isOne(field)) return []
    return [{ path: at, message: `"${code}" may have several values` }]
  })
}

function checkLimits({ settings: { limits = {}, groupBy }, app, path }: Checking): Issue[] {
  const { options } = groupBy === undefined ? {} : typeOf(app, groupBy)
  const known = options
    ? Object.keys(options)
    : app.statuses.flatMap(({ statuses }) => statuses.map(({ code }) => code))
  return Object.keys(limits)
    .filter((code) => !known.includes(code))
    .map((code) => ({
      path: [...path, 'limits'],
      onKey: code,
      message: `there is no column "${code}"${suggest(code, known)}`,
    }))
}

function checkSummaries({ settings: { summaries = {} }, app, path }: Checking): Issue[] {
  const known = [...Object.keys(app.fields), ...Object.keys(SYSTEM)]
  return Object.entries(summaries).flatMap(([code, of]) => {
    const at = { path: [...path, 'summaries'], onKey: code }
    if (!known.includes(code)) {
      return [{ ...at, message: `unknown field "${code}"${suggest(code, known)}` }]
    }
    const { type } = typeOf(app, code)
    return COMPUTED[of]?.includes(type) === false
      ? [{ ...at, message: `there is no ${of} of ${type}` }]
      : []
  })
}

/** The time at which somebody looks is a value like those of the item. */
const NOW = { now: { type: 'DATETIME' } }

const checkColours = ({ settings: { colours = [] }, app, path }: Checking): Issue[] =>
  colours.flatMap(({ when }, at) =>
    checkWritten(when, { ...NOW, ...app.fields }).map((message) => ({
      path: [...path, 'colours', at, 'when'],
      message,
    })),
  )

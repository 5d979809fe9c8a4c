import { wholeSnapshot } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import type { PersonalViews } from '../solutions/change-set.ts'
import {
  hasRenamedValues,
  nameGraphOf,
  type RenameContext,
  type Renaming,
} from '../solutions/rename/rename-context.ts'
import { renameDotted, renameEql } from '../solutions/rename/texts.ts'
import * as store from './store.ts'

/** What somebody has set for the lists of an app; the console writes it. */
type AppSettings = {
  columns?: unknown
  widths?: unknown
  views?: unknown
}

export const personalViews: PersonalViews = {
  count: async (ctx, renaming) => (await findChanged(ctx, renaming)).length,
  rename: async (ctx, renaming) => {
    for (const { user, key, text } of await findChanged(ctx, renaming)) {
      await store.saveSetting(ctx.db, user, { key, text, at: ctx.now() })
      await ctx.emit({ type: 'setting.saved', object: `setting:${user}/${key}`, data: { key } })
    }
  },
}

type Changed = { user: string; key: string; text: string }

async function findChanged(ctx: Context, renaming: Renaming): Promise<Changed[]> {
  const [kind, path = ''] = renaming.owner.split(':')
  if (kind !== 'app') return []
  const graph = nameGraphOf((await wholeSnapshot(ctx)).everything())
  const key = `apps/${path}`.toLowerCase()
  const rows = await store.lockSettingsOf(ctx.db, key)
  return rows.flatMap(({ user_id: user, value }) => {
    const text = JSON.stringify(renameSettings(value as AppSettings, { graph, renaming }))
    return text === JSON.stringify(value) ? [] : [{ user, key, text }]
  })
}

/** Only what has the form that the console gives it is changed. */
function renameSettings(settings: AppSettings, context: RenameContext): AppSettings {
  if (typeof settings !== 'object' || settings === null) return settings
  const scope = context.graph.scopeOf(context.renaming.owner)
  const renamed = (code: unknown) =>
    typeof code === 'string' ? renameDotted(code, scope, context) : code
  const { columns, widths, views } = settings
  return {
    ...settings,
    ...(Array.isArray(columns) && { columns: columns.map(renamed) }),
    ...(isRecord(widths) && {
      widths: Object.fromEntries(
        Object.entries(widths).map(([code, each]) => [renamed(code), each]),
      ),
    }),
    ...(Array.isArray(views) && {
      views: views.map((view) =>
        isRecord(view) && typeof view.search === 'string'
          ? { ...view, search: renameSearch(view.search, context) }
          : view,
      ),
    }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The address of a list: `columns=a,b&sort=-a&filter=["and",["a","is",1]]&eql=…`. */
function renameSearch(search: string, context: RenameContext): string {
  const scope = context.graph.scopeOf(context.renaming.owner)
  const params = new URLSearchParams(search)
  const each = (text: string) =>
    text
      .split(',')
      .map((name) => name.replace(/[^-]+/, (code) => renameDotted(code, scope, context)))
      .join(',')
  const ways: Record<string, (text: string) => string> = {
    ...Object.fromEntries(NAMING.map((key) => [key, each])),
    summaries: (text) =>
      text.replace(
        /(^|,)([^:,]+)/g,
        (_, comma, code) => comma + renameDotted(code, scope, context),
      ),
    colours: (text) => renameColours(text, context),
    eql: (text) => renameEql(text, scope, context),
    filter: (text) => renamePacked(text, context),
    group: (text) => renameGroup(text, context.renaming),
  }
  for (const [key, rename] of Object.entries(ways)) {
    const value = params.get(key)
    if (value) params.set(key, rename(value))
  }
  return params.toString()
}

/** What of an address names fields. */
const NAMING = [
  ...['columns', 'sort', 'by', 'lanes', 'sum', 'colour', 'date', 'until', 'image'],
] as const

/** `[["red",["and",["total","more",5]]]]` */
function renameColours(text: string, context: RenameContext): string {
  try {
    const rules = JSON.parse(text) as [string, unknown][]
    return JSON.stringify(rules.map(([colour, when]) => [colour, renamePart(when, context)]))
  } catch {
    return text
  }
}

const renameGroup = (text: string, { what, from, to }: Renaming): string =>
  what === 'statusGroup' && text === from ? to : text

function renamePacked(text: string, context: RenameContext): string {
  try {
    return JSON.stringify(renamePart(JSON.parse(text), context))
  } catch {
    return text
  }
}

/** `["or", …parts]`, or `[field, operator, value]`. */
function renamePart(part: unknown, context: RenameContext): unknown {
  if (!Array.isArray(part)) return part
  const [first, second, value, ...rest] = part
  if (typeof second !== 'string')
    return [first, ...part.slice(1).map((each) => renamePart(each, context))]
  const scope = context.graph.scopeOf(context.renaming.owner)
  const code = String(first)
  const isAbout = hasRenamedValues(code.split('.'), scope, context)
  return [
    renameDotted(code, scope, context),
    second,
    ...(part.length > 2 ? [isAbout ? renameValue(value, context.renaming) : value] : []),
    ...rest,
  ]
}

function renameValue(value: unknown, { from, to }: Renaming): unknown {
  if (Array.isArray(value)) return value.map((each) => renameValue(each, { from, to } as Renaming))
  if (isRecord(value) && value.code === from) return { ...value, code: to }
  return value === from ? to : value
}

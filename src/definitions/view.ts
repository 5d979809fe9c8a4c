import type { Field } from '../fields/field-type.ts'
import { parsePath } from '../lib/app-path.ts'
import { limitForm, namesOne } from './forms.ts'
import type { Body } from './kinds.ts'
import type { StoredApp, StoredDefinition } from './snapshot.ts'

/** Who may do what with a field, as it is granted: `crm/deals/margin`. */
export type FieldGrant = { object: string; right: string; subject: string }

/** The fields that field rights hide from a caller or make read-only. */
export type Limits = { hidden: ReadonlySet<string>; readOnly: ReadonlySet<string> }

/** The hidden and the read-only fields of a caller. The most generous grant wins. */
export function limitsOf(
  { namespace, code, body }: StoredDefinition<'app'>,
  subjects: ReadonlySet<string>,
  grants: readonly FieldGrant[],
): Limits {
  const hidden = new Set<string>()
  const readOnly = new Set<string>()
  for (const field of Object.keys(body.fieldRights)) {
    const object = `${namespace}/${code}/${field}`
    const own = grants.filter((each) => each.object === object && subjects.has(each.subject))
    if (own.length === 0) hidden.add(field)
    else if (!own.some(({ right }) => right === 'update')) readOnly.add(field)
  }
  return { hidden, readOnly }
}

export const isLimited = ({ hidden, readOnly }: Limits): boolean =>
  hidden.size > 0 || readOnly.size > 0

/** A cache key for a set of limits. */
export const limitsKey = ({ hidden, readOnly }: Limits): string =>
  `${[...hidden].join()};${[...readOnly].join()}`

/** An app as if the hidden fields had never been defined. */
export function limitApp(whole: StoredApp, { hidden, readOnly }: Limits): StoredApp {
  const { body } = whole
  const shown = (codes: readonly string[]) => codes.filter((code) => !hidden.has(code))
  const fields = whole.fields.filter(({ code }) => !hidden.has(code))
  const columns = shown(body.columns ?? [])
  const views = limitViews(body.views ?? {}, hidden)
  const { columns: _, defaultView, ...rest } = body
  return {
    ...whole,
    body: {
      ...rest,
      fields: without(body.fields, hidden),
      fieldRights: without(body.fieldRights, hidden),
      externalKeys: shown(body.externalKeys),
      forms: mapValues(body.forms, (form) => form && limitForm(form, hidden)),
      ...(columns.length > 0 && { columns }),
      views,
      ...(defaultView !== undefined && defaultView in views && { defaultView }),
    },
    fields,
    byCode: new Map(fields.map((field): [string, Field] => [field.code, field])),
    whole,
    readOnly,
  }
}

const mapValues = <T extends object>(
  given: T,
  change: (value: T[keyof T]) => T[keyof T] | undefined,
): T =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, change(value as T[keyof T])]),
  ) as T

type Views = NonNullable<Body<'app'>['views']>
type Codes = ReadonlySet<string>

/** What a view adds with a hidden field is left out; a view that is made of one is removed. */
function limitViews(views: Views, hidden: ReadonlySet<string>): Views {
  return Object.fromEntries(
    Object.entries(views).flatMap(([code, { name, type, ...settings }]) => {
      const limited = limitSettings(
        Object.fromEntries(
          Object.entries(limitParts(settings, hidden)).filter(
            ([key, value]) => !ADDED.includes(key) || !hidden.has(String(value)),
          ),
        ),
        hidden,
      )
      return limited ? [[code, { name, type, ...limited } as Views[string]]] : []
    }),
  )
}

/** Settings of a view that can be left out. */
const ADDED = ['sumOf', 'colourBy', 'until', 'lanes', 'image']

type Parts = Pick<Extract<Views[string], { type: 'table' }>, 'summaries' | 'colours'>

/** Without the summaries of hidden fields, and the colours that depend on them. */
function limitParts<T extends Parts>({ summaries, colours, ...rest }: T, hidden: Codes): object {
  return {
    ...rest,
    ...(summaries && { summaries: without(summaries, hidden) }),
    ...(colours && { colours: colours.filter(({ when }) => !namesOne(when, hidden)) }),
  }
}

/** Whether fields of an app are hidden from the caller. */
export const hidesFields = (app: StoredApp): boolean => app.fields.length < app.whole.fields.length

const without = <T>(record: Record<string, T>, codes: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([code]) => !codes.has(code)))

/** By path of the app, for the apps of which something is hidden. */
export type HiddenFields = ReadonlyMap<string, ReadonlySet<string>>

/**
 * A definition without hidden fields: a contract does not map them, a widget has no columns of
 * them, and a report or a widget that is made of them is removed (undefined).
 */
export function limitDefinition(
  definition: StoredDefinition,
  hidden: HiddenFields,
): StoredDefinition | undefined {
  if (definition.kind === 'contract') return limitContract(definition as Contract, hidden)
  if (definition.kind === 'widget') return limitWidget(definition as Widget, hidden)
  if (definition.kind !== 'report') return definition
  return speaksOf(definition.body as Body<'report'>, hidden) ? undefined : definition
}

type Contract = StoredDefinition<'contract'>

function limitContract(contract: Contract, hidden: HiddenFields): StoredDefinition {
  const { body } = contract
  if (!Object.keys(body.apps).some((path) => hidden.has(path))) return contract
  const apps = Object.entries(body.apps).map(([path, mapping]) => {
    const shown = Object.entries(mapping).filter(([, theirs]) => !hidden.get(path)?.has(theirs))
    return [path, Object.fromEntries(shown)]
  })
  return { ...contract, body: { ...body, apps: Object.fromEntries(apps) } }
}

type Widget = StoredDefinition<'widget'>

function limitWidget(widget: Widget, hidden: HiddenFields): StoredDefinition | undefined {
  const { settings } = widget.body
  const codes = hidden.get(String(settings.app))
  if (!codes) return widget
  const limited = limitSettings(settings, codes)
  return limited && { ...widget, body: { ...widget.body, settings: limited } }
}

/** Undefined where what is left still names a hidden field. */
function limitSettings<T extends object>(settings: T, hidden: ReadonlySet<string>): T | undefined {
  const shown = Object.entries(settings).map(([key, value]) => [
    key,
    SHOWN.includes(key) && Array.isArray(value)
      ? value.filter((code) => !hidden.has(String(code)))
      : value,
  ])
  const limited = Object.fromEntries(shown) as T
  return names(limited, hidden) ? undefined : limited
}

/** Lists of fields that are shown next to each other. */
const SHOWN = ['columns', 'card']

function names(value: unknown, codes: ReadonlySet<string>): boolean {
  const words = new Set(JSON.stringify(value).match(/\w+/g))
  return [...codes].some((code) => words.has(code))
}

/** SQL reads whole rows, so naming the table is enough to hide the report. */
function speaksOf({ query, sql, columns }: Body<'report'>, hidden: HiddenFields): boolean {
  if (sql !== undefined) return [...hidden.keys()].some((path) => namesTable(sql, path))
  const codes = query?.app === undefined ? undefined : hidden.get(query.app)
  return codes !== undefined && names({ ...query, columns: Object.keys(columns) }, codes)
}

function namesTable(text: string, path: string): boolean {
  const { namespace, code } = parsePath(path)
  return new RegExp(`\\bws_${namespace}"?\\s*\\.\\s*"?${code}\\b`, 'i').test(text)
}

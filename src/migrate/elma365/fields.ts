import { z } from 'zod'
import { fieldTypeOf } from '../../fields/registry.ts'
import { Field, readList } from './schemas.ts'
import type { Targets } from './targets.ts'
import { fieldCode, isSecret, toFree, toName, toText } from './text.ts'
import { isFit, type Say } from './world.ts'

/** A field in a file of ours. */
export type Definition = { name: string; type: string; [key: string]: unknown }
export type Definitions = Record<string, Definition>

export type Converting = { say: Say; targets: Targets }

/** Fields in the order people see them, without those that every item has. */
export function toFields(given: readonly unknown[], work: Converting): Definitions {
  const { known, odd } = readList(Field, given)
  if (odd > 0) work.say('not understood', 'fields', `${odd} of them have no code`)
  const own = known.filter(({ code, deleted }) => !deleted && isOwn(code))
  const fields = own.toSorted((one, other) => one.view.sort - other.view.sort).slice(0, MOST)
  if (fields.length < own.length) {
    work.say('not understood', 'fields', `${own.length} are too many: ${MOST} are taken`)
  }
  const taken = new Set<string>()
  return Object.fromEntries(
    fields.map((field) => {
      const code = toFree(fieldCode(field.code), (each) => taken.has(each))
      taken.add(code)
      if (code !== field.code) work.say('changed', field.code, `its code is "${code}"`)
      return [code, toField(field, work)]
    }),
  )
}

const MOST = 1000

/** The system has these by itself; the file of a document is a field. */
const isOwn = (code: string): boolean => !code.startsWith('__') || code === '__file'

function toField(field: Field, work: Converting): Definition {
  const { code, view, required } = field
  const settings = settingsOf(field, work)
  const type = fieldTypeOf(settings.type)
  const tooltip = toText(view.tooltip).slice(0, 2000)
  const { filter } = field.data as { filter?: { enabled?: unknown } | null }
  if (filter?.enabled === true) work.say('by hand', code, 'the filter of its choices is not taken')
  if (field.calcByFormula)
    work.say('by hand', code, 'it was computed by a formula: fill it in a process')
  return {
    name: toName(view.name, code),
    ...settings,
    ...(required && { required }),
    ...(field.indexed && type.index && { indexed: true }),
    ...(field.searchable && type.searchIndex && { searchable: true }),
    ...(tooltip !== '' && { tooltip }),
    ...defaultOf(field, settings, work.say),
  }
}

type Settings = { type: string; [key: string]: unknown }

/** The type of a field here, and what is said with it. */
function settingsOf(field: Field, work: Converting): Settings {
  const { type, code } = field
  if (!isFit(work.say, 'field', type, `${code} (${type})`)) return { type: 'JSON' }
  return types[type as keyof typeof types]?.(field, work) ?? { type }
}

const link = ({ type, single }: Field): Settings => ({ type, ...(!single && { single: false }) })
const contact = ({ type, single }: Field): Settings => ({ type, ...(single && { single: true }) })

const types: Partial<Record<string, (field: Field, work: Converting) => Settings>> = {
  STRING: ({ view, code }, { say }) => {
    const kind = String(view.data.additionalType ?? 'string')
    if (Object.hasOwn(TEXTS, kind)) return { type: 'STRING', ...TEXTS[kind] }
    say('not understood', code, `nobody has described the text "${kind}" yet: it is plain`)
    return { type: 'STRING' }
  },
  FLOAT: ({ view }) => ({ type: view.data.additionalType === 'integer' ? 'INTEGER' : 'FLOAT' }),
  DATETIME: ({ view, code }, { say }) => {
    const kind = String(view.data.additionalType ?? 'datetime')
    if (kind === 'datetime') return { type: 'DATETIME' }
    if (kind === 'date' || kind === 'time') return { type: 'DATETIME', kind }
    say('not understood', code, `nobody has described the time "${kind}" yet: it is date and time`)
    return { type: 'DATETIME' }
  },
  ENUM: toCategory,
  MONEY: ({ view, code }, { say }) => {
    const currency = String(view.data.currency ?? '')
    if (/^[A-Z]{3}$/.test(currency)) return { type: 'MONEY', currency }
    say('changed', code, 'it names no currency: RUB is taken')
    return { type: 'MONEY', currency: 'RUB' }
  },
  PHONE: contact,
  EMAIL: contact,
  ACCOUNT: contact,
  FILE: link,
  IMAGE: link,
  SYS_USER: link,
  REF_ITEM: link,
  ROLE: link,
  SYS_COLLECTION: (field, { say, targets }) => {
    const { namespace = '', code = '' } = field.data as { namespace?: string; code?: string }
    const app = targets.appPath(String(namespace), String(code))
    const single = link(field).single === false ? { single: false } : {}
    if (app !== undefined) return { type: 'SYS_COLLECTION', app, ...single }
    const why = `the app ${namespace}/${code} is not in the package: it may hold items of any app`
    say('changed', field.code, why)
    return { type: 'REF_ITEM', ...single }
  },
  TABLE: toTable,
}

const TEXTS: Record<string, object> = {
  string: {},
  text: { kind: 'multiline' },
  markdown: { kind: 'markdown' },
  html: { kind: 'html' },
}

const Option = z.looseObject({ code: z.string(), name: z.string().catch('') })
const OPTION = /^[^\s;,](?:[^;,\n]{0,98}[^\s;,])?$/u

function toCategory({ code, data, single }: Field, { say }: Converting): Settings {
  const { known } = readList(Option, Array.isArray(data.enumItems) ? data.enumItems : [])
  const fit = known.filter((option) => OPTION.test(toText(option.code))).slice(0, 1000)
  if (fit.length < known.length) {
    say(
      'not understood',
      code,
      `${known.length - fit.length} options have codes that do not work here`,
    )
  }
  if (fit.length === 0) {
    say('changed', code, 'it has no options: it is a text')
    return { type: 'STRING' }
  }
  const options = Object.fromEntries(
    fit.map((option) => [toText(option.code), toName(option.name, toText(option.code))]),
  )
  return { type: 'CATEGORY', options, ...(!single && { multiple: true }) }
}

/** Keys that a column may have besides those of its type. */
const OF_FIELDS = ['indexed', 'searchable']
const MOST_COLUMNS = 50

function toTable({ code, data }: Field, work: Converting): Settings {
  const inside = Array.isArray(data.fields) ? data.fields : []
  const say: Say = (outcome, what, why) => work.say(outcome, `${code}.${what}`, why)
  const all = Object.entries(toFields(inside, { ...work, say }))
  const columns = all.slice(0, MOST_COLUMNS).map(([name, field]) => {
    const said = Object.entries(field).filter(([key]) => !OF_FIELDS.includes(key))
    // A table in a table has no place.
    if (field.type !== 'TABLE') return [name, Object.fromEntries(said)]
    say('changed', name, 'a table in a table is JSON')
    return [name, { name: field.name, type: 'JSON' }]
  })
  if (all.length > MOST_COLUMNS) say('not understood', '', `${all.length} columns are too many`)
  if (Object.keys((data.result as object | null) ?? {}).some((name) => !name.startsWith('__'))) {
    work.say('by hand', code, 'totals of columns are not taken')
  }
  if (columns.length === 0) return { type: 'JSON' }
  return { type: 'TABLE', columns: Object.fromEntries(columns) }
}

/** A default that its type takes; secrets stay where they are. */
function defaultOf({ code, view, defaultValue, data }: Field, settings: Settings, say: Say) {
  const value = defaultValue ?? checkedIn(settings, data)
  if (value === null || value === undefined || value === '' || isEmpty(value)) return {}
  if (isSecret(code, view.name)) {
    say('by hand', code, 'its default looks like a secret, and is left out')
    return {}
  }
  const type = fieldTypeOf(settings.type)
  const field = { single: true, multiple: false, ...settings, code } as unknown as Parameters<
    typeof type.value
  >[0]
  const { success } = type.value(field).safeParse(value)
  if (success && settings.type !== 'TABLE') return { default: value }
  say('by hand', code, 'its default does not fit here')
  return {}
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Options may be ticked. */
function checkedIn({ type }: Settings, { enumItems }: Field['data']): unknown {
  if (type !== 'CATEGORY' || !Array.isArray(enumItems)) return null
  const ticked = enumItems.filter(
    (each) => (each as { checked?: unknown } | null)?.checked === true,
  )
  return ticked.map((each) => ({ code: toText(String((each as { code?: unknown }).code)) }))
}

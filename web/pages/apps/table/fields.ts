import { useMemo } from 'react'
import type { ReplyOf } from '../../../client.ts'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { familyOf } from '../filter/families.ts'

export type App = ReplyOf<'scheme', 'getApp'>['application']
export type Item = { __id: string; [code: string]: unknown }

/** Of what every item has, that which tells people something. */
const SYSTEM = [
  '__name',
  '__status',
  '__index',
  '__createdAt',
  '__createdBy',
  '__updatedAt',
  '__updatedBy',
  '__statusChangedAt',
  '__externalId',
]

const isSystem = (code: string): boolean => code.startsWith('__')

/** The fields of an app that lists show, the system's own under the names of the reader's language. */
export function useListFields(app: App): Field[] {
  const t = useTexts()
  return useMemo(() => {
    const titles: Record<string, string> = t.apps.system
    const named = (field: Field): Field => {
      const name = titles[field.code]
      return name && isSystem(field.code) ? { ...field, view: { ...field.view, name } } : field
    }
    const system = SYSTEM.flatMap((code) => app.fields.filter((field) => field.code === code))
    const own = app.fields.filter(({ code, deleted }) => !isSystem(code) && !deleted)
    return [...system.slice(0, 2), ...own, ...system.slice(2)].map(named)
  }, [app, t])
}

const LONG = ['TABLE', 'JSON', 'FILE', 'IMAGE', 'ROLE', 'REF_ITEM']
const MOST_COLUMNS = 7

/** Those of the app; else name, status, and the first fields that fit into a cell and are not in the name. */
export function defaultColumns(app: App, fields: Field[]): string[] {
  if (app.columns) return app.columns
  const inName = String(app.params.nameTemplate ?? '')
  const fits = ({ code, type, data }: Field) =>
    !isSystem(code) &&
    !LONG.includes(type) &&
    !['html', 'markdown', 'multiline'].includes(String(data.kind ?? '')) &&
    !inName.includes(`{$${code}}`)
  const own = fields.filter(fits).map(({ code }) => code)
  const hasStatus = fields.some(({ code }) => code === '__status')
  const first = hasStatus ? ['__name', '__status'] : ['__name']
  return [...first, ...own].slice(0, MOST_COLUMNS).concat('__createdAt')
}

/** Calendars are made of days; a time of day is on none. */
export const isDate = ({ type, data }: Field): boolean =>
  type === 'DATETIME' && data.kind !== 'time'

/** Values that can be added up. */
export const isSummed = ({ type }: Field): boolean =>
  ['INTEGER', 'FLOAT', 'MONEY', 'DURATION'].includes(type)

const MOST_ON_CARD = 3
/** These are links of their own, and a card is one already. */
const NOT_ON_CARD = ['LINK', 'EMAIL', 'PHONE', 'FILE', 'IMAGE', 'REF_ITEM', 'TABLE', 'JSON', 'ROLE']

export const fitsOnCard = ({ code, type }: Field): boolean =>
  code !== '__name' && code !== '__status' && !NOT_ON_CARD.includes(type)

/** How much, until when and whose: that is what cards are looked at for. */
export function defaultCard(fields: Field[], columns: Field[]): Field[] {
  const own = fields.filter(({ code }) => !isSystem(code))
  const first = [
    own.find(({ type }) => type === 'MONEY'),
    own.find(isDate),
    own.find(({ type }) => type === 'SYS_USER'),
  ].flatMap((field) => field ?? [])
  return [...new Set([...first, ...columns.filter(fitsOnCard)])].slice(0, MOST_ON_CARD)
}

const LINKED = ['SYS_COLLECTION', 'SYS_USER', 'ROLE']

/** What a list is asked for: names come along in the place of ids. */
export const wantedFields = (columns: Field[]): Record<string, unknown> =>
  Object.fromEntries([
    ['__name', true],
    ['__status', true],
    ...columns.map(({ code, type }) => [code, LINKED.includes(type) ? { __name: true } : true]),
  ])

const SORTABLE = ['text', 'number', 'date', 'boolean', 'status']
const SORTABLE_TYPES = ['FULL_NAME', 'DATETIME', 'ID']

export const isSortable = (field: Field): boolean =>
  SORTABLE.includes(familyOf(field)) || SORTABLE_TYPES.includes(field.type)

const WIDTHS: Record<string, number> = {
  STATUS: 150,
  DATETIME: 140,
  INTEGER: 110,
  FLOAT: 110,
  MONEY: 130,
  BOOLEAN: 120,
  CATEGORY: 140,
  SYS_USER: 180,
}

export const widthOf = ({ code, type }: Field): number =>
  code === '__name' ? 300 : (WIDTHS[type] ?? 190)

/** Numbers are compared by their last digits. */
export const isRight = ({ type }: Field): boolean => ['INTEGER', 'FLOAT', 'MONEY'].includes(type)

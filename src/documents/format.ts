import { within } from './values.ts'

export type Format = {
  /** Language and country, such as `en-GB`. */
  locale: string
  timeZone: string
  /** Field types by name, for values that do not reveal theirs: `{ ordered: 'DATETIME' }`. */
  types: Record<string, string>
}

export type Money = { cents: number; currency: string }

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const DAY = /^\d{4}-\d\d-\d\d$/
/** The keys that may hold a display name, in this order. */
const NAMES = ['__name', 'name', 'fullname', 'tel', 'email']

export function isMoney(value: unknown): value is Money {
  const { cents, currency } = (value ?? {}) as Partial<Money>
  return typeof cents === 'number' && typeof currency === 'string'
}

/** A value as text for people; empty if missing. */
export function inWords(value: unknown, name: string, format: Format): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((each) => inWords(each, name, format)).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberInWords(value, name, format)
  if (typeof value === 'string') return textInWords(value, name, format)
  if (isMoney(value)) return moneyInWords(value, format)
  return objectInWords(value)
}

function numberInWords(value: number, name: string, { locale, types }: Format): string {
  if (typeOf(name, types) === 'DURATION') return durationInWords(value)
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 15 }).format(
    value,
  )
}

function durationInWords(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return seconds < 0 ? `-${text}` : text
}

function textInWords(value: string, name: string, { locale, timeZone, types }: Format): string {
  if (typeOf(name, types) === 'STRING') return value
  const isMoment = MOMENT.test(value)
  const date = new Date(value)
  if ((!isMoment && !DAY.test(value)) || Number.isNaN(date.getTime())) return value
  const options: Intl.DateTimeFormatOptions = isMoment
    ? { dateStyle: 'medium', timeStyle: 'short', timeZone }
    : { dateStyle: 'medium', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(locale, options).format(date)
}

function moneyInWords({ cents, currency }: Money, { locale }: Format): string {
  const isCode = /^[A-Z]{3}$/.test(currency)
  const options = isCode ? ({ style: 'currency', currency } as const) : {}
  return new Intl.NumberFormat(locale, options).format(cents / 100)
}

function objectInWords(value: unknown): string {
  const fullName = ['firstname', 'middlename', 'lastname'].map((part) => within(value, part))
  const known = fullName.filter((part) => typeof part === 'string' && part !== '')
  if (known.length > 0) return known.join(' ')
  const text = NAMES.map((name) => within(value, name)).find((each) => typeof each === 'string')
  return typeof text === 'string' ? text : ''
}

/** The type of `customer.since`, declared under that name or as `since`. */
const typeOf = (name: string, types: Record<string, string>): string | undefined =>
  types[name] ?? types[name.slice(name.lastIndexOf('.') + 1)]

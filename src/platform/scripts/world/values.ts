import type { Any } from './kit.ts'

/** Dates, times, durations and amounts, which never change. Runs in the sandbox. */
export function values() {
  const UNITS: Record<string, number> = {
    milliseconds: 1,
    seconds: 1000,
    minutes: 60_000,
    hours: 3_600_000,
    days: 86_400_000,
    weeks: 7 * 86_400_000,
  }

  /** As written: 1.15 × 100 is 115, not 114.99999999999999. */
  const exact = (value: number): number => Number(value.toPrecision(15))

  const numberOf = (value: Any, what: string): number => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) return number
    throw new Error(`${what}: expected a number, received ${String(value)}`)
  }

  class Duration {
    readonly milliseconds: number

    constructor(amount: number, unit = 'milliseconds') {
      const size = UNITS[unit] ?? UNITS[`${unit}s`]
      if (size === undefined) throw new Error(`Duration: unknown unit "${unit}"`)
      this.milliseconds = numberOf(amount, 'Duration') * size
    }

    get seconds() {
      return this.milliseconds / 1000
    }

    get minutes() {
      return this.milliseconds / 60_000
    }

    get hours() {
      return this.milliseconds / 3_600_000
    }

    get days() {
      return this.milliseconds / 86_400_000
    }

    toJSON() {
      return this.milliseconds
    }
  }

  const two = (n: number) => String(n).padStart(2, '0')
  const PARTS: Record<string, (date: Date) => string> = {
    YYYY: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
    YY: (date) => two(date.getUTCFullYear() % 100),
    MM: (date) => two(date.getUTCMonth() + 1),
    M: (date) => String(date.getUTCMonth() + 1),
    DD: (date) => two(date.getUTCDate()),
    D: (date) => String(date.getUTCDate()),
    HH: (date) => two(date.getUTCHours()),
    H: (date) => String(date.getUTCHours()),
    mm: (date) => two(date.getUTCMinutes()),
    ss: (date) => two(date.getUTCSeconds()),
    SSS: (date) => String(date.getUTCMilliseconds()).padStart(3, '0'),
  }
  const TOKEN = /\[([^\]]*)\]|YYYY|YY|M+|DD|D|HH|H|mm|ss|SSS/g
  const format = (date: Date, pattern: string): string =>
    pattern.replace(TOKEN, (token, plain) => {
      if (plain === undefined && !PARTS[token]) throw new Error(`format: no "${token}" here`)
      return plain ?? PARTS[token]?.(date)
    })

  /** The numbers of a text that follows a pattern such as `DD.MM.YYYY HH:mm`. */
  const parse = (text: string, pattern: string): number => {
    const names: string[] = []
    const source = pattern
      .replace(/[.*+?^${}()|\\]/g, '\\$&')
      .replace(/YYYY|YY|MM|M|DD|D|HH|H|mm|ss/g, (token) => {
        names.push(token)
        return token === 'YYYY' ? '(\\d{4})' : '(\\d{1,2})'
      })
    const found = new RegExp(`^\\s*${source}\\s*$`).exec(text)
    if (!found) throw new Error(`Datetime: "${text}" is not written as "${pattern}"`)
    const get = (...tokens: string[]) => {
      const at = names.findIndex((name) => tokens.includes(name))
      return at < 0 ? undefined : Number(found[at + 1])
    }
    const short = get('YY')
    const year = get('YYYY') ?? (short === undefined ? 1970 : 2000 + short)
    const [month = 1, day = 1] = [get('MM', 'M'), get('DD', 'D')]
    const [hours = 0, minutes = 0, seconds = 0] = [get('HH', 'H'), get('mm'), get('ss')]
    const isReal =
      new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12
    if (!isReal || hours > 23 || minutes > 59 || seconds > 59) {
      throw new Error(`Datetime: "${text}" is no time`)
    }
    return Date.UTC(year, month - 1, day, hours, minutes, seconds)
  }

  const momentOf = (given: Any, pattern?: string): number => {
    if (given === undefined) return Date.now()
    if (given instanceof Datetime) return given.asDate().getTime()
    if (typeof given === 'string' && pattern !== undefined) return parse(given, pattern)
    const moment = given instanceof Date ? given.getTime() : new Date(given ?? 'null').getTime()
    if (Number.isNaN(moment)) throw new Error(`Datetime: "${given}" is no time`)
    return moment
  }

  /** Months count from 1. */
  class Datetime {
    readonly #moment: number

    constructor(given?: Any, pattern?: string) {
      this.#moment = momentOf(given, pattern)
    }

    get year() {
      return this.asDate().getUTCFullYear()
    }

    get month() {
      return this.asDate().getUTCMonth() + 1
    }

    get day() {
      return this.asDate().getUTCDate()
    }

    get weekday() {
      return this.asDate().getUTCDay()
    }

    get hours() {
      return this.asDate().getUTCHours()
    }

    get minutes() {
      return this.asDate().getUTCMinutes()
    }

    get seconds() {
      return this.asDate().getUTCSeconds()
    }

    add(duration: Duration) {
      return new Datetime(this.#moment + duration.milliseconds)
    }

    sub(other: Datetime) {
      return new Duration(this.#moment - other.#moment)
    }

    addDate(years = 0, months = 0, days = 0) {
      const date = this.asDate()
      date.setUTCFullYear(
        date.getUTCFullYear() + years,
        date.getUTCMonth() + months,
        date.getUTCDate() + days,
      )
      return new Datetime(date)
    }

    after(other: Datetime) {
      return this.#moment > other.#moment
    }

    before(other: Datetime) {
      return this.#moment < other.#moment
    }

    equal(other: Datetime) {
      return this.#moment === other.#moment
    }

    format(pattern = 'YYYY-MM-DDTHH:mm:ss') {
      return format(this.asDate(), pattern)
    }

    getDate() {
      return new TDate(this.year, this.month, this.day)
    }

    getTime() {
      return new TTime(this.hours, this.minutes, this.seconds, this.asDate().getUTCMilliseconds())
    }

    truncateTime() {
      return new Datetime(this.#moment - (((this.#moment % 86_400_000) + 86_400_000) % 86_400_000))
    }

    unix() {
      return Math.floor(this.#moment / 1000)
    }

    utc() {
      return this
    }

    asDate() {
      return new Date(this.#moment)
    }

    toJSON() {
      return this.asDate().toISOString().replace('.000Z', 'Z')
    }

    toString() {
      return this.toJSON()
    }
  }

  /** Months count from 1. */
  class TDate {
    readonly year: number
    readonly month: number
    readonly day: number

    constructor(year: number, month: number, day: number) {
      const date = new Date(Date.UTC(year, month - 1, day))
      this.year = date.getUTCFullYear()
      this.month = date.getUTCMonth() + 1
      this.day = date.getUTCDate()
    }

    asDatetime(time?: TTime) {
      const { hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = time ?? {}
      const { year, month, day } = this
      return new Datetime(
        new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds)),
      )
    }

    addDate(years = 0, months = 0, days = 0) {
      return this.asDatetime().addDate(years, months, days).getDate()
    }

    after(other: TDate) {
      return this.asDatetime().after(other.asDatetime())
    }

    before(other: TDate) {
      return this.asDatetime().before(other.asDatetime())
    }

    equal(other: TDate) {
      return this.asDatetime().equal(other.asDatetime())
    }

    sub(other: TDate) {
      return this.asDatetime().sub(other.asDatetime())
    }

    format(pattern = 'YYYY-MM-DD') {
      return this.asDatetime().format(pattern)
    }

    toJSON() {
      return this.asDatetime().toJSON()
    }

    toString() {
      return this.format()
    }
  }

  class TTime {
    readonly hours: number
    readonly minutes: number
    readonly seconds: number
    readonly milliseconds: number

    constructor(hours = 0, minutes = 0, seconds = 0, milliseconds = 0) {
      this.hours = hours
      this.minutes = minutes
      this.seconds = seconds
      this.milliseconds = milliseconds
    }

    format(pattern = 'HH:mm:ss') {
      return new TDate(1, 1, 1).asDatetime(this).format(pattern)
    }

    toJSON() {
      return `0001-01-01T${two(this.hours)}:${two(this.minutes)}:${two(this.seconds)}Z`
    }

    toString() {
      return this.format()
    }
  }

  class Money {
    readonly cents: number
    readonly currency: string

    constructor(amount: number, currency: string) {
      this.cents = Math.round(exact(numberOf(amount, 'Money') * 100))
      this.currency = currency
    }

    static ofCents(cents: number, currency: string) {
      return new Money(cents / 100, currency)
    }

    add(other: Money) {
      if (other.currency !== this.currency) {
        throw new Error(`Money: ${other.currency} cannot be added to ${this.currency}`)
      }
      return Money.ofCents(this.cents + other.cents, this.currency)
    }

    multiply(factor: number) {
      return Money.ofCents(Math.floor(exact(this.cents * numberOf(factor, 'Money'))), this.currency)
    }

    asFloat() {
      return this.cents / 100
    }

    toJSON() {
      return { cents: this.cents, currency: this.currency }
    }
  }

  Object.assign(globalThis, { Datetime, TDate, TTime, Duration, Money })
  return { Datetime, TDate, TTime, Duration, Money }
}

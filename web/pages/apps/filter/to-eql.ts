import { isPeriod, PERIODS } from './families.ts'
import { type Condition, type Group, isGroup, type Operator } from './model.ts'

const text = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : text(value)

/** A day of the calendar: `Datetime(2026, 3, 1)`. */
const day = (value: unknown): string =>
  `Datetime(${String(value).split('-').map(Number).join(', ')})`

const members = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).map(literal).join(', ')

const period = (value: unknown): string =>
  `RelativeDatetime(${PERIODS[isPeriod(value) ? value : 'today']})`

const FORMS: Record<Operator, (property: string, value: unknown) => string> = {
  contains: (property, value) => `${property} like ${text(value)}`,
  lacks: (property, value) => `not ${property} like ${text(value)}`,
  is: (property, value) => `${property} = ${literal(value)}`,
  isNot: (property, value) => `${property} <> ${literal(value)}`,
  more: (property, value) => `${property} > ${literal(value)}`,
  atLeast: (property, value) => `${property} >= ${literal(value)}`,
  less: (property, value) => `${property} < ${literal(value)}`,
  atMost: (property, value) => `${property} <= ${literal(value)}`,
  on: (property, value) => `${property} = ${day(value)}`,
  before: (property, value) => `${property} < ${day(value)}`,
  after: (property, value) => `${property} > ${day(value)}`,
  since: (property, value) => `${property} >= ${day(value)}`,
  until: (property, value) => `${property} <= ${day(value)}`,
  within: (property, value) => `${property} in ${period(value)}`,
  yes: (property) => `${property} = true`,
  // Who asks for "no" means the unanswered as well.
  no: (property) => `not ${property} = true`,
  anyOf: (property, value) => `${property} in (${members(value)})`,
  noneOf: (property, value) => `not ${property} in (${members(value)})`,
  me: (property) => `${property} = CurrentUser()`,
  empty: (property) => `${property} is null`,
  filled: (property) => `not ${property} is null`,
}

export const conditionToEql = ({ field, operator, value }: Condition): string =>
  FORMS[operator](`[${field}]`, value)

/** The same filter as text; '' finds everything. */
export function toEql({ isAny, parts }: Group): string {
  const made = parts.map((part) => {
    if (!isGroup(part)) return conditionToEql(part)
    const inner = toEql(part)
    return part.parts.length > 1 ? `(${inner})` : inner
  })
  return made.join(isAny ? ' or ' : ' and ')
}

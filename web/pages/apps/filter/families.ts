import type { Field } from '../../../fields/field.ts'
import type { Operator } from './model.ts'

/** Fields that are asked in the same way. */
export type Family =
  | 'text'
  | 'contact'
  | 'number'
  | 'date'
  | 'boolean'
  | 'choice'
  | 'status'
  | 'people'
  | 'links'
  | 'other'

const FAMILIES: Record<string, Family> = {
  STRING: 'text',
  LINK: 'text',
  CODE: 'text',
  EMAIL: 'contact',
  PHONE: 'contact',
  FULL_NAME: 'contact',
  INTEGER: 'number',
  FLOAT: 'number',
  MONEY: 'number',
  DURATION: 'number',
  DATETIME: 'date',
  BOOLEAN: 'boolean',
  CATEGORY: 'choice',
  STATUS: 'status',
  SYS_USER: 'people',
  SYS_COLLECTION: 'links',
}

const OFFERED: Record<Family, readonly Operator[]> = {
  text: ['contains', 'lacks', 'is', 'isNot', 'empty', 'filled'],
  contact: ['contains', 'lacks', 'empty', 'filled'],
  number: ['is', 'isNot', 'atLeast', 'atMost', 'more', 'less', 'empty', 'filled'],
  date: ['within', 'on', 'before', 'after', 'since', 'until', 'empty', 'filled'],
  boolean: ['yes', 'no'],
  choice: ['anyOf', 'noneOf', 'empty', 'filled'],
  status: ['anyOf', 'noneOf'],
  people: ['me', 'anyOf', 'noneOf', 'empty', 'filled'],
  links: ['anyOf', 'noneOf', 'empty', 'filled'],
  other: ['empty', 'filled'],
}

export function familyOf({ type, data }: Field): Family {
  if (type === 'DATETIME' && data.kind === 'time') return 'other'
  return FAMILIES[type] ?? 'other'
}

export const operatorsOf = (field: Field): readonly Operator[] => OFFERED[familyOf(field)]

/** Types whose values may be given by a parameter of another type. */
const GIVEN_BY: Record<string, readonly string[]> = {
  FLOAT: ['INTEGER'],
  MONEY: ['INTEGER', 'FLOAT'],
  LINK: ['STRING'],
  CODE: ['STRING'],
  EMAIL: ['STRING'],
  PHONE: ['STRING'],
  FULL_NAME: ['STRING'],
}

/** Whether a field can be compared with a parameter of a report. */
export function isGivenBy(field: Field, parameter: Field): boolean {
  if (GIVEN_BY[field.type]?.includes(parameter.type)) return true
  const [own, other] = [field, parameter].map(({ data }) => `${data.namespace}/${data.code}`)
  return field.type === parameter.type && own === other && familyOf(field) !== 'contact'
}

/** A yes or no can only be compared where somebody is asked for it. */
export const operatorsWith =
  (parameters: readonly Field[]) =>
  (field: Field): readonly Operator[] =>
    familyOf(field) === 'boolean' && parameters.some((each) => isGivenBy(field, each))
      ? [...operatorsOf(field), 'is']
      : operatorsOf(field)

/** Periods that move with the calendar, as EQL writes them. */
export const PERIODS = {
  today: "'0d'",
  yesterday: "'-1d'",
  last7: "'-6d', '0d'",
  last30: "'-29d', '0d'",
  next7: "'0d', '6d'",
  thisWeek: "'0w'",
  thisMonth: "'0m'",
  lastMonth: "'-1m'",
  thisYear: "'0y'",
} as const
export type Period = keyof typeof PERIODS

export const isPeriod = (value: unknown): value is Period =>
  typeof value === 'string' && Object.hasOwn(PERIODS, value)

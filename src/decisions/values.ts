import {
  duration,
  FeelDate,
  FeelDateTime,
  FeelDuration,
  FeelFunction,
  FeelRange,
  FeelTime,
  parseDate,
  parseDateTime,
  parseTime,
} from 'feelin'
import { DecisionError } from './feel.ts'
import type { Type } from './model.ts'

type Types = Record<string, Type>

/** Values deeper than this come from a mistake. */
const DEEPEST = 50

const READERS: Record<string, (text: string) => unknown> = {
  date: parseDate,
  time: parseTime,
  'date and time': parseDateTime,
  dateTime: parseDateTime,
  'days and time duration': duration,
  'years and months duration': duration,
  dayTimeDuration: duration,
  yearMonthDuration: duration,
}

/** `feel:number`, `tns:string` and `number` are the same. */
const plainName = (type: string) => type.replace(/^\w+:/, '')

/** JSON as FEEL sees it: where a type says so, texts become dates, times and durations. */
export function toFeel(value: unknown, type: string | undefined, types: Types, depth = 0): unknown {
  if (depth > DEEPEST) throw new DecisionError(`values are nested deeper than ${DEEPEST} levels`)
  if (value === null || value === undefined) return null
  const name = plainName(type ?? 'Any')
  const named = types[name]
  if (named) return inType(value, named, types, depth)
  if (Array.isArray(value)) return value.map((each) => toFeel(each, type, types, depth + 1))
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, toFeel(each, undefined, types, depth + 1)]),
    )
  }
  if (typeof value === 'string') return fromText(value, name)
  if (name === 'string' && typeof value !== 'string') return mismatch(value, name)
  if (name === 'number' && typeof value !== 'number') return mismatch(value, name)
  return value
}

function inType(value: unknown, named: Type, types: Types, depth: number): unknown {
  if (named.isList) {
    const list = Array.isArray(value) ? value : [value]
    return list.map((each) => inType(each, { ...named, isList: false }, types, depth + 1))
  }
  if (!named.parts) return toFeel(value, named.type, types, depth + 1)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? null
  const { parts } = named
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const part = parts[key]
      const read = part
        ? inType(each, part, types, depth + 1)
        : toFeel(each, undefined, types, depth + 1)
      return [key, read]
    }),
  )
}

function fromText(text: string, type: string): unknown {
  if (type === 'number')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : mismatch(text, type)
  if (type === 'boolean') return mismatch(text, type)
  const reader = READERS[type]
  if (!reader) return text
  // A moment of a process is also a date.
  const read = reader(text) ?? (type === 'date' ? reader(text.slice(0, 10)) : null)
  return read ?? mismatch(text, type)
}

function mismatch(value: unknown, type: string): never {
  throw new DecisionError(`${JSON.stringify(value)} is not a ${type}`)
}

/** What FEEL gives as JSON: dates and durations as their texts. */
export function toJson(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) throw new DecisionError(`values are nested deeper than ${DEEPEST} levels`)
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (isTemporal(value)) return String(value)
  if (value instanceof FeelFunction || typeof value === 'function') return null
  if (value instanceof FeelRange) {
    const { start, end } = value as unknown as { start: unknown; end: unknown }
    return { start: toJson(start, depth + 1), end: toJson(end, depth + 1) }
  }
  if (Array.isArray(value)) return value.map((each) => toJson(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, toJson(each, depth + 1)]),
  )
}

const isTemporal = (value: unknown): boolean =>
  value instanceof FeelDate ||
  value instanceof FeelTime ||
  value instanceof FeelDateTime ||
  value instanceof FeelDuration

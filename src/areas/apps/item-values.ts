import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { checkCodes, checkValue, readValue, wrongValue, wrongValues } from '../../fields/values.ts'
import type { Detail } from '../../lib/errors.ts'
import { isStorable, UNSTORABLE } from '../../lib/storable.ts'
import type { Context } from '../../platform/context.ts'
import type { Item } from './item.ts'
import { isSame } from './same-values.ts'

/** System values that a caller may set besides the fields. */
export type SystemValues = {
  __id?: string
  __name?: string
  __directory?: string | null
  __externalId?: string | null
  __subscribers?: string[]
  __externalProcessMeta?: object | null
}

export type Given = { fields: Map<Field, unknown>; system: SystemValues }

type Json = Record<string, unknown>
type Warned = Pick<Context, 'warn'>

/**
 * The values of a new item: given values, else defaults; required fields must have one. Fields that
 * the caller cannot see or change get their defaults, even if they are required.
 */
export function readNew(ctx: Warned, app: StoredApp, context: Json): Given {
  checkCodes(ctx, context, app.byCode)
  const problems: Detail[] = []
  const fields = new Map<Field, unknown>()
  for (const field of app.whole.fields) {
    const { code } = field
    const initial = field.default ?? null
    if (!app.byCode.has(code) || app.readOnly.has(code)) {
      const value = readValue(field, initial)
      if (app.readOnly.has(code) && code in context) {
        problems.push(...changesOf(field, { from: value, to: context[code] }))
      }
      fields.set(field, value)
      continue
    }
    const wire = code in context ? context[code] : initial
    fields.set(field, readField(field, wire ?? null, problems))
  }
  if (problems.length > 0) throw wrongValues(problems)
  return { fields, system: readSystem(context) }
}

/** The given values only; the rest of the item is unchanged. */
export function readChanges(
  ctx: Warned,
  app: StoredApp,
  { context, before }: { context: Json; before: Item },
): Given {
  checkCodes(ctx, context, app.byCode)
  const problems: Detail[] = []
  const fields = new Map<Field, unknown>()
  for (const field of app.fields) {
    const { code } = field
    if (!(code in context)) continue
    if (app.readOnly.has(code)) {
      problems.push(...changesOf(field, { from: before[code], to: context[code] }))
      continue
    }
    fields.set(field, readField(field, context[code] ?? null, problems))
  }
  if (problems.length > 0) throw wrongValues(problems)
  return { fields, system: readSystem(context) }
}

/** A read-only field may only be sent back with its current value. */
function changesOf(field: Field, { from, to }: { from: unknown; to: unknown }): Detail[] {
  const { value, problems } = checkValue(field, to ?? null)
  const isKept = problems.length === 0 && isSame(field, from, value)
  return isKept ? [] : [{ path: field.code, message: READ_ONLY }]
}

export const READ_ONLY = 'you may read it, but not change it'

function readField(field: Field, wire: unknown, problems: Detail[]): unknown {
  const { value, problems: found } = checkValue(field, wire)
  problems.push(...found)
  if (field.required && isEmpty(value) && found.length === 0) {
    problems.push({ path: field.code, message: 'a value is required' })
  }
  return value
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Clients post whole items back: blank system values are ignored, and read-only ones always. */
function readSystem(context: Json): SystemValues {
  const { __id, __name, __directory, __externalId, __subscribers, __externalProcessMeta } = context
  return {
    ...(isGiven(__id) && { __id: id(__id, '__id') }),
    ...(isGiven(__name) && { __name: text(__name, '__name', 1000) }),
    ...(__directory !== undefined && {
      __directory: isGiven(__directory) ? id(__directory, '__directory') : null,
    }),
    ...(__externalId !== undefined && {
      __externalId: isGiven(__externalId) ? text(__externalId, '__externalId', 255) : null,
    }),
    ...(Array.isArray(__subscribers) && {
      __subscribers: __subscribers.map((each) => id(each, '__subscribers')),
    }),
    ...(__externalProcessMeta !== undefined && {
      __externalProcessMeta: object(__externalProcessMeta),
    }),
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

function id(value: unknown, code: string): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase()
  throw wrongValue(code, 'expected a UUID')
}

function text(value: unknown, code: string, longest: number): string {
  if (typeof value !== 'string') throw wrongValue(code, 'expected text')
  if (!isStorable(value)) throw wrongValue(code, UNSTORABLE)
  if (value.length > longest) throw wrongValue(code, `longer than ${longest} characters`)
  return value
}

function object(value: unknown): object | null {
  if (value === null || value === '') return null
  if (typeof value === 'object') return value
  throw wrongValue('__externalProcessMeta', 'expected an object')
}

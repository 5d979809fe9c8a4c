import type { ReplyOf } from '../../client.ts'
import type { Field } from '../../fields/field.ts'
import { isEmpty } from '../../fields/parts.tsx'
import { plainField } from '../../fields/plain-field.ts'

export type TaskForm = ReplyOf<'tasks', 'form'>
export type Exit = TaskForm['exits'][number]
export type FormField = TaskForm['fields'][number]
export type Values = Record<string, unknown>

/** A field of a form as the inputs of fields take it. */
export const toField = ({ type, name, code, required, data, array, single }: FormField): Field =>
  plainField(type, name, { code, required, data, array, single })

/** What somebody has typed, or else what is there. */
export const valuesOf = (fields: readonly FormField[], edits: Values): Values =>
  Object.fromEntries(
    fields.map(({ code, value }) => [code, Object.hasOwn(edits, code) ? edits[code] : value]),
  )

export const isOpen = ({ task: { state } }: TaskForm): boolean =>
  state === 'assignment' || state === 'in_progress'

/** Required and empty, unless the way out does not ask for it. */
export function missingIn(
  fields: readonly FormField[],
  edits: Values,
  message: string,
): Record<string, string> {
  const values = valuesOf(fields, edits)
  return Object.fromEntries(
    fields
      .filter(({ code, required, readonly }) => required && !readonly && isEmpty(values[code]))
      .map(({ code }) => [code, message]),
  )
}

import { ClientError } from '../../../../src/client/client.ts'
import type { Field } from '../../../fields/field.ts'
import { isEmpty } from '../../../fields/parts.tsx'
import type { Texts } from '../../../texts/index.ts'

export type FormErrors = { byField: Record<string, string>; others: string[] }

export const NO_ERRORS: FormErrors = { byField: {}, others: [] }

/** What must be said and is not, without asking the server. */
export function missing(fields: Field[], values: Record<string, unknown>, t: Texts) {
  const isMissing = ({ code, type, required, readonly }: Field) =>
    required && !readonly && type !== 'BOOLEAN' && isEmpty(values[code])
  return Object.fromEntries(
    fields.filter(isMissing).map(({ code }) => [code, t.items.form.required]),
  )
}

/** What the server found wrong, beside the fields of the form that it is about. */
export function toFormErrors(error: unknown, fields: Field[], t: Texts): FormErrors {
  if (!(error instanceof ClientError) || error.details.length === 0) {
    return { byField: {}, others: [error instanceof Error ? error.message : String(error)] }
  }
  const byField: Record<string, string> = {}
  const others: string[] = []
  for (const { path, message } of error.details) {
    const [code = '', ...rest] = path.split('.')
    const field = fields.find((each) => each.code === code)
    const text = [whereIn(field, rest, t), wordsOf(message, t)].filter(Boolean).join(': ')
    if (!field) others.push(`${path}: ${message}`)
    else byField[code] = byField[code] ? `${byField[code]}; ${text}` : text
  }
  return { byField, others }
}

/** The row and column of a table that something is about. */
function whereIn(field: Field | undefined, path: string[], t: Texts): string {
  const [rows, at, column] = path
  if (field?.type !== 'TABLE' || rows !== 'rows' || at === undefined) return ''
  const columns = (field.data.fields ?? []) as Field[]
  const name = columns.find(({ code }) => code === column)?.view.name
  return [t.items.form.row(Number(at) + 1), name].filter(Boolean).join(', ')
}

const wordsOf = (message: string, t: Texts): string =>
  message === 'a value is required' ? t.items.form.required : message

import type { Field } from '../../fields/field-type.ts'
import type { Context } from '../../platform/context.ts'
import { subjectsIn } from '../apps/document-values.ts'
import { namesOf } from '../apps/on-behalf.ts'
import { nameRoles } from '../people/groups/service.ts'

type Values = Readonly<Record<string, unknown>>
type Variables = { fields: ReadonlyMap<string, Field>; values: Values }

const LONGEST = 1000

/** A text with `{$code}` replaced by the readable value of the variable. */
export async function fillTemplate(
  ctx: Context,
  template: string,
  variables: Variables,
): Promise<string> {
  const parts = template.split(/(\{\$[^}]*\})/)
  const texts = await Promise.all(
    parts.map((part) => {
      const code = /^\{\$([^}]*)\}$/.exec(part)?.[1]
      return code === undefined ? part : textOf(ctx, code, variables)
    }),
  )
  return texts.join('').trim().slice(0, LONGEST)
}

async function textOf(ctx: Context, path: string, { fields, values }: Variables): Promise<string> {
  const [code = '', ...rest] = path.split('.')
  const value = rest.reduce<unknown>(
    (inner, key) => (inner as Values | null)?.[key] ?? null,
    values[code] ?? null,
  )
  if (value === null) return ''
  const field = rest.length === 0 ? fields.get(code) : undefined
  const subjects = field ? subjectsIn({ field, value }) : []
  if (subjects.length > 0) {
    const names = await nameRoles(ctx, subjects)
    return subjects.flatMap((id) => names.get(id) ?? []).join(', ')
  }
  if (field?.type === 'SYS_COLLECTION' || field?.type === 'REF_ITEM') {
    return (await namesOf(ctx, field, value)).join(', ')
  }
  return plainText(value)
}

/** Composite values in a readable form. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const { name, email, tel, cents, currency, lastname, firstname, middlename } = value as Values
  if (typeof cents === 'number') return `${(cents / 100).toFixed(2)} ${currency ?? ''}`.trim()
  if (lastname !== undefined || firstname !== undefined) {
    return [lastname, firstname, middlename].filter(Boolean).join(' ')
  }
  return String(name ?? email ?? tel ?? JSON.stringify(value))
}

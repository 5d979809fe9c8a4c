import { hueOf } from '../../components/tag.tsx'
import type { Field } from '../../fields/field.ts'
import { statusesOf, statusHue } from '../../fields/status.tsx'

type Option = { code: string }

/** The colour that a value has wherever it is shown; undefined = none. */
export function hueOfValue(field: Field | undefined, value: unknown): string | undefined {
  if (!field || value === null || value === undefined) return undefined
  if (field.type === 'BOOLEAN') return value === true ? 'teal' : 'gray'
  if (field.type === 'STATUS') {
    return statusHue(statusesOf(field), (value as { status: number }).status)
  }
  const [first] = value as Option[]
  const options = (field.data.enumItems ?? []) as Option[]
  return first && hueOf(options.findIndex(({ code }) => code === first.code) + 1)
}

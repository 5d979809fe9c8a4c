import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'

/** A link holds no other link: items are named only. */
export function CardValue({ field, value }: { field: Field; value: unknown }) {
  if (BARE.includes(field.type)) {
    return (
      <>
        {field.view.name}: <FieldValue field={field} value={value} isShort />
      </>
    )
  }
  if (field.type !== 'SYS_COLLECTION') return <FieldValue field={field} value={value} isShort />
  return (value as { __name?: string }[]).map(({ __name }) => __name).join(', ')
}

/** These say nothing without the name of their field. */
const BARE = ['INTEGER', 'FLOAT', 'DURATION', 'BOOLEAN']

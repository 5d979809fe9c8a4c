import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field } from '../../../fields/field.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { isWideInput, type Values } from './app.ts'
import classes from './item.module.css'

type FieldsFormProps = {
  fields: Field[]
  values: Values
  errors: Record<string, string>
  /** Beside each other; absent = two where there is room. */
  columns?: number | undefined
  /** Why some of them cannot be changed now. */
  reasons?: Record<string, string>
  onChange: (code: string, value: unknown) => void
  /** Below an input: what else there is to know of it. */
  note?: (field: Field) => ReactNode
}

/** The inputs of a form, two beside each other where there is room. */
export function FieldsForm({
  fields,
  values,
  errors,
  columns,
  reasons = {},
  onChange,
  note,
}: FieldsFormProps) {
  const nameOf = useFieldName()
  return (
    <div className={classes.grid} data-columns={columns}>
      {fields.map((field) => (
        <div
          key={field.code}
          data-wide={isWideInput(field) || undefined}
          data-check={field.type === 'BOOLEAN' || undefined}
        >
          <FieldInput
            field={field.code in reasons ? { ...field, required: false } : field}
            label={nameOf(field)}
            value={values[field.code]}
            onChange={(value) => onChange(field.code, value)}
            isDisabled={field.readonly === true || field.code in reasons}
            {...(errors[field.code] && { error: errors[field.code] })}
          />
          {reasons[field.code] && (
            <Text size="xs" c="var(--quiet)" mt={4}>
              {reasons[field.code]}
            </Text>
          )}
          {note?.(field)}
        </div>
      ))}
    </div>
  )
}

import { Button, Group } from '@mantine/core'
import type { Field } from '../../../fields/field.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { useSteeringTexts } from '../../../texts/steering.ts'
import classes from './modify.module.css'
import type { Values } from './plan.ts'

type VariableFieldsProps = {
  fields: readonly Field[]
  before: Values
  values: Values
  onChange: (values: Values) => void
}

/** Only what is touched here is set. */
export function VariableFields({ fields, before, values, onChange }: VariableFieldsProps) {
  const t = useSteeringTexts().modify
  const nameOf = useFieldName()
  const set = Object.keys(values).length
  if (fields.length === 0) return null
  const leave = (code: string) => {
    const { [code]: _, ...others } = values
    onChange(others)
  }
  return (
    <details className={classes.variables}>
      <summary>{set > 0 ? t.variablesSet(set) : t.variables}</summary>
      <div className={classes.fields}>
        {fields.map((field) => (
          <div key={field.code}>
            <FieldInput
              field={{ ...field, required: false }}
              label={nameOf(field)}
              value={field.code in values ? values[field.code] : before[field.code]}
              onChange={(value) => onChange({ ...values, [field.code]: value })}
            />
            {field.code in values && (
              <Group justify="end">
                <Button size="compact-xs" variant="subtle" onClick={() => leave(field.code)}>
                  {t.leave}
                </Button>
              </Group>
            )}
          </div>
        ))}
      </div>
    </details>
  )
}

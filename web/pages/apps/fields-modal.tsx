import { useState } from 'react'
import { FormModal } from '../../components/form-modal.tsx'
import type { Field } from '../../fields/field.ts'
import { useFieldName } from '../../fields/field-name.ts'
import { FieldInput } from '../../fields/registry.tsx'
import { useTexts } from '../../texts/index.ts'
import type { Values } from './item/app.ts'
import { missing, NO_ERRORS, toFormErrors } from './item/form-errors.ts'

type FieldsModalProps = {
  title: string
  submit: string
  fields: Field[]
  change: { isPending: boolean; error: Error | null; reset: () => void }
  onSubmit: (values: Values) => void
  onClose: () => void
}

/** Asks for these fields; what is missing or refused is said at the field. */
export function FieldsModal({ fields, change, onSubmit, ...window }: FieldsModalProps) {
  const t = useTexts()
  const nameOf = useFieldName()
  const [values, setValues] = useState<Values>({})
  const [lacking, setLacking] = useState<Record<string, string>>({})
  const { byField, others } = change.error ? toFormErrors(change.error, fields, t) : NO_ERRORS
  const errors = { ...byField, ...lacking }
  return (
    <FormModal
      {...window}
      change={change}
      isExplained={others.length === 0}
      noValidate
      onSubmit={() => {
        const found = missing(fields, values, t)
        setLacking(found)
        if (Object.keys(found).length === 0) onSubmit(values)
      }}
    >
      {fields.map((field) => (
        <FieldInput
          key={field.code}
          field={field}
          label={nameOf(field)}
          value={values[field.code]}
          onChange={(value) => {
            setValues((all) => ({ ...all, [field.code]: value }))
            setLacking({})
            if (change.error) change.reset()
          }}
          {...(errors[field.code] && { error: errors[field.code] })}
        />
      ))}
    </FormModal>
  )
}

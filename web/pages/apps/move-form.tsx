import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import type { Field } from '../../fields/field.ts'
import { useFieldName } from '../../fields/field-name.ts'
import { FieldInput } from '../../fields/registry.tsx'
import { useTexts } from '../../texts/index.ts'
import { missing, NO_ERRORS, toFormErrors } from './item/form-errors.ts'

export type Asked = {
  id: string
  status: { code: string; name: string }
  /** What has to have a value before. */
  fields: Field[]
  /** What else is stored with the move. */
  context?: Record<string, unknown>
}

type MoveFormProps = {
  app: { namespace: string; code: string }
  asked: Asked
  onClose: () => void
}

/** Asks for what a status needs, and sends it with the move. */
export function MoveForm({ app: { namespace, code }, asked, onClose }: MoveFormProps) {
  const t = useTexts()
  const nameOf = useFieldName()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [lacking, setLacking] = useState<Record<string, string>>({})
  const { id, status } = asked
  const fields = asked.fields.map((field) => ({ ...field, required: true }))
  const move = useChange('apps', 'setStatus', {
    changes: ['item'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const { byField, others } = move.error ? toFormErrors(move.error, fields, t) : NO_ERRORS
  const submit = () => {
    const found = missing(fields, values, t)
    setLacking(found)
    if (Object.keys(found).length > 0) return
    move.mutate({
      params: { namespace, code, id },
      input: { status: status.code, context: { ...asked.context, ...values } },
    })
  }
  const errors = { ...byField, ...lacking }
  return (
    <FormModal
      title={t.apps.moves.title(status.name)}
      submit={t.apps.moves.submit}
      change={move}
      isExplained={others.length === 0}
      onSubmit={submit}
      onClose={onClose}
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
            if (move.error) move.reset()
          }}
          {...(errors[field.code] && { error: errors[field.code] })}
        />
      ))}
    </FormModal>
  )
}

import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import { FieldsForm } from '../apps/item/fields-form.tsx'
import { type Exit, missingIn, toField, type Values } from './form.ts'

type ConfirmExitProps = {
  exit: Exit
  values: Values
  isBusy: boolean
  onChange: (code: string, value: unknown) => void
  onSend: () => void
  onClose: () => void
}

/** What a way out asks before it is taken. */
export function ConfirmExit(props: ConfirmExitProps) {
  const { exit, values, isBusy, onChange, onSend, onClose } = props
  const t = useTexts()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const send = () => {
    const lacking = missingIn(exit.fields, values, t.items.form.required)
    setErrors(lacking)
    if (Object.keys(lacking).length === 0) onSend()
  }
  return (
    <FormModal
      title={t.tasks.confirm.title(exit.name)}
      submit={exit.name}
      change={{ isPending: isBusy }}
      onSubmit={send}
      onClose={onClose}
      isDangerous={exit.buttonClass === 'danger'}
      focus={exit.fields.length === 0 ? 'submit' : undefined}
    >
      <Text size="sm">{exit.confirm || t.tasks.confirm.sure}</Text>
      {exit.fields.length > 0 && (
        <FieldsForm
          fields={exit.fields.map(toField)}
          values={values}
          errors={errors}
          onChange={(code, value) => {
            setErrors(({ [code]: _, ...rest }) => rest)
            onChange(code, value)
          }}
        />
      )}
    </FormModal>
  )
}

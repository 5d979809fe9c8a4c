import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
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
    <Modal opened onClose={onClose} title={t.tasks.confirm.title(exit.name)}>
      <Stack gap="sm">
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
        <Group gap="xs" justify="end">
          <Button variant="default" onClick={onClose}>
            {t.frame.actions.cancel}
          </Button>
          <Button
            loading={isBusy}
            color={exit.buttonClass === 'danger' ? 'red' : undefined}
            onClick={send}
            data-autofocus={exit.fields.length === 0 || undefined}
          >
            {exit.name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

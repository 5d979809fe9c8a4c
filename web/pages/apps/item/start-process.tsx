import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { useTexts } from '../../../texts/index.ts'
import type { ItemPlace, Values } from './app.ts'
import { FieldsForm } from './fields-form.tsx'
import { NO_ERRORS, toFormErrors } from './form-errors.ts'
import type { Template } from './processes.ts'

type StartProcessProps = { template: Template; place: ItemPlace; onClose: () => void }

/** Starts a process about an item; what else it must know is asked for. */
export function StartProcess({ template, place, onClose }: StartProcessProps) {
  const t = useTexts()
  const [values, setValues] = useState<Values>({})
  const run = useChange('bpm', 'run', {
    touches: ['apps', 'tasks', 'messages', 'docflow'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const { namespace, code, link, variables } = template
  const asked = variables.filter((field) => field.required && field.code !== link.code)
  const errors = run.error ? toFormErrors(run.error, asked, t) : NO_ERRORS
  const start = () =>
    run.mutate({
      params: { namespace, code },
      input: { context: { ...values, [link.code]: [place.id], __item: place } },
    })
  return (
    <Modal opened onClose={onClose} title={template.name}>
      {errors.others.length > 0 && (
        <Alert color="red" mb="md" role="alert">
          {errors.others.join('; ')}
        </Alert>
      )}
      {asked.length > 0 ? (
        <FieldsForm
          fields={asked}
          values={values}
          errors={errors.byField}
          onChange={(field, value) => setValues((all) => ({ ...all, [field]: value }))}
        />
      ) : (
        <Text size="sm">{t.items.sections.startHint}</Text>
      )}
      <Group mt="lg" gap="xs" justify="end">
        <Button variant="default" onClick={onClose}>
          {t.frame.actions.cancel}
        </Button>
        <Button loading={run.isPending} onClick={start} data-autofocus>
          {t.items.sections.start}
        </Button>
      </Group>
    </Modal>
  )
}

import { Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress, Values } from './app.ts'
import { FieldsForm } from './fields-form.tsx'
import { NO_ERRORS, toFormErrors } from './form-errors.ts'
import type { Template } from './processes.ts'

type StartProcessProps = { template: Template; address: ItemAddress; onClose: () => void }

/** Starts a process about an item; what else it must know is asked for. */
export function StartProcess({ template, address, onClose }: StartProcessProps) {
  const t = useTexts()
  const [values, setValues] = useState<Values>({})
  const run = useChange('bpm', 'run', {
    changes: ['instance', 'item'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const { namespace, code, link, variables } = template
  const asked = variables.filter((field) => field.required && field.code !== link.code)
  const errors = run.error ? toFormErrors(run.error, asked, t) : NO_ERRORS
  const start = () =>
    run.mutate({
      params: { namespace, code },
      input: { context: { ...values, [link.code]: [address.id], __item: address } },
    })
  return (
    <FormModal
      title={template.name}
      submit={t.items.sections.start}
      change={run}
      onSubmit={start}
      onClose={onClose}
      isExplained={errors.others.length === 0}
      focus="submit"
    >
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
    </FormModal>
  )
}

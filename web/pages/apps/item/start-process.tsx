import { Text } from '@mantine/core'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress, Values } from './app.ts'
import { FieldsForm } from './fields-form.tsx'
import { NO_ERRORS, toFormErrors } from './form-errors.ts'
import type { Template } from './processes.ts'

type StartProcessProps = { template: Template; address: ItemAddress; onClose: () => void }

/** Starts a process about an item; what else it must know is asked for. */
export function StartProcess({ template, address, onClose }: StartProcessProps) {
  const t = useTexts()
  const { namespace, code, link, variables } = template
  const { values, set, change, modal } = useForm('bpm', 'run', {
    values: {} as Values,
    request: (values) => ({
      params: { namespace, code },
      input: { context: { ...values, [link.code]: [address.id], __item: address } },
    }),
    changes: ['instance', 'item'],
    onClose,
  })
  const asked = variables.filter((field) => field.required && field.code !== link.code)
  const errors = change.error ? toFormErrors(change.error, asked, t) : NO_ERRORS
  return (
    <FormModal
      {...modal}
      title={template.name}
      submit={t.items.sections.start}
      isExplained={errors.others.length === 0}
      focus="submit"
    >
      {asked.length > 0 ? (
        <FieldsForm
          fields={asked}
          values={values}
          errors={errors.byField}
          onChange={(field, value) => set({ [field]: value })}
        />
      ) : (
        <Text size="sm">{t.items.sections.startHint}</Text>
      )}
    </FormModal>
  )
}

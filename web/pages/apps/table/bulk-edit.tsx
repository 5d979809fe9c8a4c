import { Select } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../components/form-modal.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'

type EditProps = {
  fields: Field[]
  count: number
  onEdit: (context: Record<string, unknown>) => void
  onClose: () => void
}

/** One field, one value, for all that are chosen. */
export function BulkEdit({ fields, count, onEdit, onClose }: EditProps) {
  const t = useTexts()
  const [field, setField] = useState<Field>()
  const [value, setValue] = useState<unknown>(null)
  const own = fields.filter(({ code, readonly }) => !code.startsWith('__') && !readonly)
  const choose = (code: string | null) => {
    setField(own.find((each) => each.code === code))
    setValue(null)
  }
  return (
    <FormModal
      title={t.apps.bulk.editTitle(count)}
      submit={t.apps.bulk.apply}
      onSubmit={() => field && onEdit({ [field.code]: value })}
      onClose={onClose}
      isDisabled={!field}
    >
      <Select
        label={t.apps.filter.field}
        data={own.map(({ code, view }) => ({ value: code, label: view.name }))}
        value={field?.code ?? null}
        onChange={choose}
        searchable
        data-autofocus
      />
      {field && (
        <FieldInput
          key={field.code}
          field={{ ...field, required: false }}
          value={value}
          onChange={setValue}
          label={t.apps.bulk.value}
        />
      )}
    </FormModal>
  )
}

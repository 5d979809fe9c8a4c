import { Select } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../components/form-modal.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'
import { partition } from './common.ts'
import type { App } from './fields.ts'
import { useLockedForAll } from './locked-fields.ts'

type EditProps = {
  app: App
  fields: Field[]
  ids: string[]
  onEdit: (context: Record<string, unknown>) => void
  onClose: () => void
}

/** One field, one value, for all that are chosen. */
export function BulkEdit({ app, fields, ids, onEdit, onClose }: EditProps) {
  const t = useTexts()
  const locked = useLockedForAll(app, ids)
  const [field, setField] = useState<Field>()
  const [value, setValue] = useState<unknown>(null)
  const own = fields.filter(({ code, readonly }) => !code.startsWith('__') && !readonly)
  const [closed, open] = partition(own, ({ code }) => locked?.includes(code) ?? true)
  const choose = (code: string | null) => {
    setField(own.find((each) => each.code === code))
    setValue(null)
  }
  return (
    <FormModal
      title={t.apps.bulk.editTitle(ids.length)}
      submit={t.apps.bulk.apply}
      onSubmit={() => field && onEdit({ [field.code]: value })}
      onClose={onClose}
      isDisabled={!field}
    >
      <Select
        label={t.apps.filter.field}
        data={open.map(({ code, view }) => ({ value: code, label: view.name }))}
        value={field?.code ?? null}
        onChange={choose}
        searchable
        data-autofocus
        {...(locked &&
          closed.length > 0 && {
            description: t.apps.bulk.locked(closed.map(({ view }) => view.name).join(', ')),
          })}
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

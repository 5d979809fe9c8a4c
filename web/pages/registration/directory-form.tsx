import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import type { Directory } from './folders.ts'

type DirectoryFormProps = { directory?: Directory; parent: Directory | null; onClose: () => void }

/** An office, or a category in one. */
export function DirectoryForm({ directory, parent, onClose }: DirectoryFormProps) {
  const t = useTexts()
  const [name, setName] = useState(directory?.name ?? '')
  const options = { onDone: onClose, onFail: () => undefined }
  const create = useChange('nomenclature', 'createDirectory', options)
  const update = useChange('nomenclature', 'updateDirectory', options)
  const submit = () =>
    directory
      ? update.mutate({ params: { id: directory.id }, input: { name } })
      : create.mutate({ input: { name, ...(parent && { parentId: parent.id }) } })
  const { newOffice, newCategory, fields } = t.registration
  return (
    <FormModal
      title={directory?.name ?? (parent ? newCategory : newOffice)}
      submit={directory ? t.frame.actions.save : t.frame.actions.create}
      change={directory ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={fields.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        data-autofocus
      />
    </FormModal>
  )
}

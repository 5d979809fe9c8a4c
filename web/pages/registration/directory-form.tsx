import { TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'
import type { Directory } from './folders.ts'

type DirectoryFormProps = { directory?: Directory; parent: Directory | null; onClose: () => void }

/** An office, or a category in one. */
export function DirectoryForm({ directory, parent, onClose }: DirectoryFormProps) {
  const { registration: t, frame } = useTexts()
  const operation = directory ? 'updateDirectory' : 'createDirectory'
  const { field, modal } = useForm('nomenclature', operation, {
    values: { name: directory?.name ?? '' },
    request: ({ name }) =>
      directory
        ? { params: { id: directory.id }, input: { name } }
        : { input: { name, ...(parent && { parentId: parent.id }) } },
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={directory?.name ?? (parent ? t.newCategory : t.newOffice)}
      submit={directory ? frame.actions.save : frame.actions.create}
    >
      <TextField {...field('name', t.fields.name)} required data-autofocus />
    </FormModal>
  )
}

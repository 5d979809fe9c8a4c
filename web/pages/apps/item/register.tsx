import { useApi } from '../../../api.ts'
import { SelectField, TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress } from './app.ts'

type RegisterProps = { address: ItemAddress; folders: string[]; onClose: () => void }

/** Gives an item a number of a folder: the folder makes it, or it is typed. */
export function Register({ address, folders: allowed, onClose }: RegisterProps) {
  const t = useTexts().items.sections
  const { data } = useApi('nomenclature', 'listFolders', {})
  const directories = useApi('nomenclature', 'listDirectories', {}).data?.result ?? []
  const folders = (data?.result ?? []).flatMap(({ id = '', name = '', ...folder }) => {
    const directory = directories.find((each) => each.id === folder.directoryId)?.name
    const path = [directory, name].filter(Boolean).join(' / ')
    return allowed.length === 0 || allowed.includes(id) ? [{ ...folder, id, path }] : []
  })
  const folderOf = (chosen: string | null) =>
    folders.length === 1 ? folders[0] : folders.find(({ id }) => id === chosen)
  const isTyped = (folder: ReturnType<typeof folderOf>) =>
    folder?.registrationSettings?.templateEnabled === false
  const { values, field, modal } = useForm('registration', 'register', {
    values: { folder: null as string | null, number: '' },
    request: ({ folder: chosen, number }) => {
      const folder = folderOf(chosen)
      return {
        params: address,
        input: { folder: folder?.id ?? '', ...(isTyped(folder) && { number }) },
      }
    },
    changes: ['registration', 'item'],
    onClose,
  })
  const folder = folderOf(values.folder)
  return (
    <FormModal {...modal} title={t.register} submit={t.register} isDisabled={!folder}>
      <SelectField
        {...field('folder', t.folder)}
        required={false}
        data={folders.map(({ id, path }) => ({ value: id, label: path }))}
        value={folder?.id ?? null}
        placeholder={t.chooseFolder}
        data-autofocus
      />
      {isTyped(folder) && <TextField {...field('number', t.number)} required />}
    </FormModal>
  )
}

import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress } from './app.ts'

type RegisterProps = { address: ItemAddress; folders: string[]; onClose: () => void }

/** Gives an item a number of a folder: the folder makes it, or it is typed. */
export function Register({ address, folders: allowed, onClose }: RegisterProps) {
  const t = useTexts()
  const { data } = useApi('nomenclature', 'listFolders', {})
  const directories = useApi('nomenclature', 'listDirectories', {}).data?.result ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [number, setNumber] = useState('')
  const register = useChange('registration', 'register', {
    changes: ['registration', 'item'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const folders = (data?.result ?? []).flatMap(({ id = '', name = '', ...folder }) => {
    const directory = directories.find((each) => each.id === folder.directoryId)?.name
    const path = [directory, name].filter(Boolean).join(' / ')
    return allowed.length === 0 || allowed.includes(id) ? [{ ...folder, id, path }] : []
  })
  const folder = folders.length === 1 ? folders[0] : folders.find(({ id }) => id === chosen)
  const isTyped = folder?.registrationSettings?.templateEnabled === false
  const submit = () =>
    folder &&
    register.mutate({
      params: address,
      input: { folder: folder.id, ...(isTyped && { number }) },
    })
  return (
    <FormModal
      title={t.items.sections.register}
      submit={t.items.sections.register}
      change={register}
      onSubmit={submit}
      onClose={onClose}
      isDisabled={!folder}
    >
      <Select
        label={t.items.sections.folder}
        data={folders.map(({ id, path }) => ({ value: id, label: path }))}
        value={folder?.id ?? null}
        onChange={setChosen}
        placeholder={t.items.sections.chooseFolder}
        allowDeselect={false}
        data-autofocus
      />
      {isTyped && (
        <TextInput
          label={t.items.sections.number}
          value={number}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          required
        />
      )}
    </FormModal>
  )
}

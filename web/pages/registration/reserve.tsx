import { Alert, Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import { useFolders } from './folders.ts'
import type { RegisteredApp } from './registered-apps.ts'

type ReserveProps = { apps: RegisteredApp[]; onClose: () => void }

/** Takes a number for a document that is not there yet. */
export function Reserve({ apps, onClose }: ReserveProps) {
  const t = useTexts().registration
  const { folders, labelOf } = useFolders()
  const [chosen, setChosen] = useState<string | null>(null)
  const [folderId, setFolderId] = useState<string | null>(null)
  const [number, setNumber] = useState('')
  const usable = folders.filter(({ registrationSettings }) => registrationSettings.reserveEnabled)
  const places = apps.flatMap((app) => {
    const inside = usable.filter(({ id }) => app.folders.includes(id))
    return app.canRegister && inside.length > 0 ? [{ ...app, inside }] : []
  })
  const app = onlyOr(places, ({ namespace, code }) => `${namespace}/${code}` === chosen)
  const folder = app && onlyOr(app.inside, ({ id }) => id === folderId)
  const isTyped = folder?.registrationSettings.templateEnabled === false
  const reserve = useChange('registration', 'reserve', {
    onDone: ({ registration }) => {
      notifications.show({ message: t.reserved(registration.number) })
      onClose()
    },
    onFail: () => undefined,
  })
  const submit = () =>
    app &&
    folder &&
    reserve.mutate({
      params: { namespace: app.namespace, code: app.code },
      input: { folder: folder.id, ...(isTyped && { number }) },
    })
  return (
    <FormModal
      title={t.reserve}
      submit={t.reserve}
      change={reserve}
      onSubmit={submit}
      onClose={onClose}
      isDisabled={!folder}
    >
      {places.length === 0 && <Alert color="gray">{t.noReserve}</Alert>}
      <Select
        label={t.fields.app}
        data={places.map(({ namespace, code, name }) => ({
          value: `${namespace}/${code}`,
          label: name,
        }))}
        value={app ? `${app.namespace}/${app.code}` : null}
        onChange={setChosen}
        placeholder={t.chooseApp}
        allowDeselect={false}
      />
      <Select
        label={t.fields.folder}
        data={(app?.inside ?? []).map((each) => ({ value: each.id, label: labelOf(each) }))}
        value={folder?.id ?? null}
        onChange={setFolderId}
        placeholder={t.chooseFolder}
        allowDeselect={false}
      />
      {isTyped && (
        <TextInput
          label={t.fields.number}
          value={number}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          required
        />
      )}
    </FormModal>
  )
}

/** Where there is one, it need not be chosen. */
const onlyOr = <T,>(all: readonly T[], isChosen: (each: T) => boolean): T | undefined =>
  all.length === 1 ? all[0] : all.find(isChosen)

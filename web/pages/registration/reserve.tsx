import { Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { SelectField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'
import { useFolders } from './folders.ts'
import type { RegisteredApp } from './registered-apps.ts'

const NOTHING = { app: null as string | null, folder: null as string | null, number: '' }

type ReserveProps = { apps: RegisteredApp[]; onClose: () => void }

/** Takes a number for a document that is not there yet. */
export function Reserve({ apps, onClose }: ReserveProps) {
  const t = useTexts().registration
  const { folders, labelOf } = useFolders()
  const usable = folders.filter(({ registrationSettings }) => registrationSettings.reserveEnabled)
  const places = apps.flatMap((app) => {
    const inside = usable.filter(({ id }) => app.folders.includes(id))
    return app.canRegister && inside.length > 0 ? [{ ...app, inside }] : []
  })
  const chosenIn = (values: typeof NOTHING) => {
    const app = onlyOr(places, (each) => addressOf(each) === values.app)
    const folder = app && onlyOr(app.inside, ({ id }) => id === values.folder)
    return { app, folder, isTyped: folder?.registrationSettings.templateEnabled === false }
  }
  const { values, field, modal } = useForm('registration', 'reserve', {
    values: NOTHING,
    request: (values) => {
      const { app, folder, isTyped } = chosenIn(values)
      return {
        params: { namespace: app?.namespace ?? '', code: app?.code ?? '' },
        input: { folder: folder?.id ?? '', ...(isTyped && { number: values.number }) },
      }
    },
    onClose,
    onDone: ({ registration }) => {
      notifications.show({ message: t.reserved(registration.number) })
      onClose()
    },
  })
  const { app, folder, isTyped } = chosenIn(values)
  return (
    <FormModal {...modal} title={t.reserve} submit={t.reserve} isDisabled={!folder}>
      {places.length === 0 && <Alert color="gray">{t.noReserve}</Alert>}
      <SelectField
        {...field('app', t.fields.app)}
        data={places.map((each) => ({ value: addressOf(each), label: each.name }))}
        value={app ? addressOf(app) : null}
        placeholder={t.chooseApp}
      />
      <SelectField
        {...field('folder', t.fields.folder)}
        required={false}
        data={(app?.inside ?? []).map((each) => ({ value: each.id, label: labelOf(each) }))}
        value={folder?.id ?? null}
        placeholder={t.chooseFolder}
      />
      {isTyped && <TextField {...field('number', t.fields.number)} required />}
    </FormModal>
  )
}

const addressOf = ({ namespace, code }: RegisteredApp) => `${namespace}/${code}`

/** Where there is one, it need not be chosen. */
const onlyOr = <T,>(all: readonly T[], isChosen: (each: T) => boolean): T | undefined =>
  all.length === 1 ? all[0] : all.find(isChosen)

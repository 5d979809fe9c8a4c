import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from '../../components/confirm.tsx'
import { TextField } from '../../components/controls.tsx'
import { DayInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { midnight, toDay } from '../../days.ts'
import { useTexts } from '../../texts/index.ts'
import { useFolders } from './folders.ts'
import type { Entry } from './journal.ts'
import { useRegisteredApps } from './registered-apps.ts'

/** What can be done to a number that was given, for those who give numbers. */
export function RecordMenu({ entry }: { entry: Entry }) {
  const t = useTexts().registration
  const [asking, setAsking] = useState<'change' | 'cancel'>()
  const { folders } = useFolders()
  const apps = useRegisteredApps()
  const folder = folders.find(({ id }) => id === entry.folder.id)
  const { namespace, code } = entry.item
  const app = apps.find((each) => each.namespace === namespace && each.code === code)
  if (entry.state === 'canceled' || !app?.canRegister) return null
  const canChange =
    entry.state === 'registered' && folder?.registrationSettings.editAfterRegistration
  const close = () => setAsking(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.actionsOf(entry.number)}>
            <IconDots size={15} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canChange && (
            <Menu.Item
              leftSection={<IconPencil size={15} stroke={1.6} />}
              onClick={() => setAsking('change')}
            >
              {t.change}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconX size={15} stroke={1.6} />}
            onClick={() => setAsking('cancel')}
          >
            {t.cancel}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'change' && (
        <Change
          entry={entry}
          isTyped={folder?.registrationSettings.templateEnabled === false}
          onClose={close}
        />
      )}
      {asking === 'cancel' && <Cancel entry={entry} onClose={close} />}
    </>
  )
}

type AskProps = { entry: Entry; onClose: () => void }

function Cancel({ entry: { id, number }, onClose }: AskProps) {
  const t = useTexts().registration
  const { modal } = useForm('registration', 'cancel', {
    params: { id },
    changes: ['registration', 'item'],
    onClose,
  })
  return <Confirm {...modal} title={t.cancelTitle(number)} text={t.cancelHint} action={t.cancel} />
}

function Change({ entry, isTyped, onClose }: AskProps & { isTyped: boolean }) {
  const { registration: t, frame } = useTexts()
  const before = { number: entry.number, date: toDay(entry.date) }
  const { values, field, modal } = useForm('registration', 'change', {
    values: before,
    request: ({ number, date }) => ({
      params: { id: entry.id },
      input: {
        ...(number !== before.number && { number }),
        ...(date !== before.date && { date: midnight(date).toISOString() }),
      },
    }),
    changes: ['registration', 'item'],
    onClose,
  })
  const date = field('date', t.fields.date)
  return (
    <FormModal
      {...modal}
      title={t.changeTitle(entry.number)}
      submit={frame.actions.save}
      isDisabled={values.number === before.number && values.date === before.date}
    >
      <TextField
        {...field('number', t.fields.number)}
        required
        data-autofocus={isTyped || undefined}
      />
      <DayInput {...date} onChange={(next) => date.onChange(next ?? before.date)} required />
    </FormModal>
  )
}

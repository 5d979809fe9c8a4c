import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { IconDots, IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Confirm } from '../../components/confirm.tsx'
import { DayInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
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
  const cancel = useChange('registration', 'cancel', {
    changes: ['registration', 'item'],
    onDone: onClose,
    onFail: () => undefined,
  })
  return (
    <Confirm
      title={t.cancelTitle(number)}
      text={t.cancelHint}
      action={t.cancel}
      change={cancel}
      onConfirm={() => cancel.mutate({ params: { id } })}
      onClose={onClose}
    />
  )
}

function Change({ entry, isTyped, onClose }: AskProps & { isTyped: boolean }) {
  const t = useTexts()
  const [number, setNumber] = useState(entry.number)
  const [day, setDay] = useState(toDay(entry.date))
  const change = useChange('registration', 'change', {
    changes: ['registration', 'item'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const input = {
    ...(number !== entry.number && { number }),
    ...(day !== toDay(entry.date) && { date: midnight(day).toISOString() }),
  }
  return (
    <FormModal
      title={t.registration.changeTitle(entry.number)}
      submit={t.frame.actions.save}
      change={change}
      onSubmit={() => change.mutate({ params: { id: entry.id }, input })}
      onClose={onClose}
      isDisabled={Object.keys(input).length === 0}
    >
      <TextInput
        label={t.registration.fields.number}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        required
        data-autofocus={isTyped || undefined}
      />
      <DayInput
        label={t.registration.fields.date}
        value={day}
        onChange={(next) => setDay(next ?? toDay(entry.date))}
        required
      />
    </FormModal>
  )
}

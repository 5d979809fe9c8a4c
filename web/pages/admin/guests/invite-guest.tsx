import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { partsOf } from '../../../kinds.ts'
import { ObjectInput } from '../access/object-input.tsx'
import { useTexts } from '../texts.ts'

const SHARED = ['app', 'item'] as const
type Shared = (typeof SHARED)[number]

/** Shares one app or item with somebody outside the company. */
export function InviteGuest({ onClose }: { onClose: () => void }) {
  const { guests: t } = useTexts().admin
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [object, setObject] = useState<string | null>(null)
  const { kind, path } = partsOf(object ?? '')
  const isShared = SHARED.some((each) => each === kind)
  const invite = useChange('guests', 'invite', {
    onDone: () => {
      notifications.show({ message: t.sent })
      onClose()
    },
    onFail: () => undefined,
  })
  return (
    <FormModal
      title={t.invite}
      submit={t.send}
      change={invite}
      isDisabled={!isShared}
      onSubmit={() =>
        invite.mutate({
          input: { email, firstName, lastName, share: { kind: kind as Shared, object: path } },
        })
      }
      onClose={onClose}
    >
      <TextInput
        label={t.email}
        type="email"
        required
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t.firstName}
        value={firstName}
        onChange={({ currentTarget }) => setFirstName(currentTarget.value)}
      />
      <TextInput
        label={t.lastName}
        required
        value={lastName}
        onChange={({ currentTarget }) => setLastName(currentTarget.value)}
      />
      <ObjectInput label={t.share} value={object} onChange={setObject} hasHint />
      <Text size="sm" c="dimmed">
        {t.shareHint}
      </Text>
    </FormModal>
  )
}

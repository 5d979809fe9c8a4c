import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { partsOf } from '../../../kinds.ts'
import { ObjectInput } from '../access/object-input.tsx'
import { useTexts } from '../texts.ts'

const SHARED = ['app', 'item'] as const

export type Share = { kind: 'app' | 'item' | 'directory'; object: string }
type InviteGuestProps = { share?: Share; onClose: () => void }

/** Shares one thing with somebody outside the company; without one, an app or item is chosen. */
export function InviteGuest({ share, onClose }: InviteGuestProps) {
  const { guests: t } = useTexts().admin
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [object, setObject] = useState<string | null>(null)
  const { kind, path } = partsOf(object ?? '')
  const chosen = SHARED.find((each) => each === kind)
  const wanted = share ?? (chosen && { kind: chosen, object: path })
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
      isDisabled={!wanted}
      onSubmit={() =>
        wanted && invite.mutate({ input: { email, firstName, lastName, share: wanted } })
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
      {!share && <ObjectInput label={t.share} value={object} onChange={setObject} hasHint />}
      {wanted?.kind !== 'directory' && (
        <Text size="sm" c="dimmed">
          {t.shareHint}
        </Text>
      )}
    </FormModal>
  )
}

import { Text } from '@mantine/core'
import { TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { partsOf } from '../../../kinds.ts'
import { ObjectInput } from '../access/object-input.tsx'
import { useTexts } from '../texts.ts'

const SHARED = ['app', 'item'] as const

export type Share = { kind: 'app' | 'item' | 'directory'; object: string }
type InviteGuestProps = { share?: Share; onClose: () => void }

/** Shares one thing with somebody outside the company; without one, an app or item is chosen. */
export function InviteGuest({ share: given, onClose }: InviteGuestProps) {
  const { guests: t } = useTexts().admin
  const { values, field, modal } = useForm('guests', 'invite', {
    values: { email: '', firstName: '', lastName: '', share: null as string | null },
    request: (values) => ({ input: { ...values, share: given ?? toShare(values.share) } }),
    notice: t.sent,
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={t.invite}
      submit={t.send}
      isDisabled={(given ?? toShare(values.share)).object === ''}
    >
      <TextField {...field('email', t.email)} type="email" data-autofocus />
      <TextField {...field('firstName', t.firstName)} />
      <TextField {...field('lastName', t.lastName)} />
      {!given && <ObjectInput {...field('share', t.share)} hasHint />}
      {given?.kind !== 'directory' && (
        <Text size="sm" c="dimmed">
          {t.shareHint}
        </Text>
      )}
    </FormModal>
  )
}

/** Without an object as long as nothing is chosen that can be shared. */
function toShare(chosen: string | null): Share {
  const { kind, path } = partsOf(chosen ?? '')
  const shared = SHARED.find((each) => each === kind)
  return { kind: shared ?? 'item', object: shared ? path : '' }
}

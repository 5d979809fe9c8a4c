import { notifications } from '@mantine/notifications'
import { FormModal } from '../../components/form-modal.tsx'
import { NewPassword, OwnPassword, problemOfPassword } from '../../components/password.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'

type PasswordProps = { person: { id: string; name: string }; onClose: () => void }

/** One's own password asks for the one that holds; administrators set those of others. */
export function Password({ person, onClose }: PasswordProps) {
  const t = useTexts().people
  const me = useMe()
  const onDone = () => {
    notifications.show({ message: t.passwordSet })
    onClose()
  }
  if (person.id !== me.id) return <TheirPassword {...{ person, onDone, onClose }} />
  return <OwnPassword title={t.changePassword} onDone={onDone} onClose={onClose} />
}

function TheirPassword({ person, onDone, onClose }: PasswordProps & { onDone: () => void }) {
  const texts = useTexts()
  const t = texts.people
  const { field, change, modal } = useForm('access', 'setPassword', {
    params: { id: person.id },
    values: { password: '' },
    onClose,
    onDone,
  })
  return (
    <FormModal {...modal} title={t.passwordOf(person.name)} submit={t.setPassword}>
      <NewPassword
        {...field('password', t.newPassword)}
        problem={problemOfPassword(change.error, texts)}
        description={t.passwordHint}
        data-autofocus
      />
    </FormModal>
  )
}

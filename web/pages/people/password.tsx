import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { NewPassword, OwnPassword, problemOfPassword } from '../../components/password.tsx'
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
  const t = useTexts()
  const [next, setNext] = useState('')
  const change = useChange('access', 'setPassword', { onDone, onFail: () => undefined })
  const problem = problemOfPassword(change.error, t)
  return (
    <FormModal
      title={t.people.passwordOf(person.name)}
      submit={t.people.setPassword}
      change={change}
      isExplained={problem !== undefined}
      onSubmit={() => change.mutate({ params: { id: person.id }, input: { password: next } })}
      onClose={onClose}
    >
      <NewPassword
        label={t.people.newPassword}
        description={t.people.passwordHint}
        error={problem}
        value={next}
        onChange={setNext}
        data-autofocus
      />
    </FormModal>
  )
}

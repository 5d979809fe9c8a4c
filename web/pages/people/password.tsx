import { PasswordInput, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'

type PasswordProps = { person: { id: string; name: string }; onClose: () => void }

/** One's own password asks for the one that holds; administrators set those of others. */
export function Password({ person, onClose }: PasswordProps) {
  const t = useTexts().people
  const me = useMe()
  const isMine = person.id === me.id
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const options = {
    onDone: () => {
      notifications.show({ message: t.passwordSet })
      onClose()
    },
    onFail: () => undefined,
  }
  const mine = useChange('access', 'changeMyPassword', options)
  const theirs = useChange('access', 'setPassword', options)
  const submit = () =>
    isMine
      ? mine.mutate({ input: { current, next } })
      : theirs.mutate({ params: { id: person.id }, input: { password: next } })
  return (
    <FormModal
      title={isMine ? t.changePassword : t.passwordOf(person.name)}
      submit={t.setPassword}
      change={isMine ? mine : theirs}
      onSubmit={submit}
      onClose={onClose}
    >
      {isMine && (
        <PasswordInput
          label={t.currentPassword}
          autoComplete="current-password"
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          required
          data-autofocus
        />
      )}
      <PasswordInput
        label={t.newPassword}
        autoComplete="new-password"
        value={next}
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
        minLength={10}
        required
        data-autofocus={!isMine || undefined}
      />
      <Text size="xs" c="var(--quiet)">
        {t.passwordHint}
      </Text>
    </FormModal>
  )
}

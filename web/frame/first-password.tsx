import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api.ts'
import { FormModal } from '../components/form-modal.tsx'
import { useTexts } from '../texts/index.ts'

/** Asks whoever still has the password of the first start for one of their own. */
export function FirstPassword() {
  const t = useTexts()
  const [isLater, setIsLater] = useState(false)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChange('access', 'changeMyPassword', { onFail: () => undefined })
  if (isLater) return null
  return (
    <FormModal
      title={t.frame.firstPassword.title}
      submit={t.people.setPassword}
      change={change}
      onSubmit={() => change.mutate({ input: { current, next } })}
      onClose={() => setIsLater(true)}
    >
      <Text size="sm">{t.frame.firstPassword.hint}</Text>
      <PasswordInput
        label={t.people.currentPassword}
        autoComplete="current-password"
        value={current}
        onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        required
        data-autofocus
      />
      <PasswordInput
        label={t.people.newPassword}
        description={t.people.passwordHint}
        autoComplete="new-password"
        value={next}
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
        minLength={10}
        required
      />
    </FormModal>
  )
}

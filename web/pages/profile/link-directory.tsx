import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { useDayTexts } from '../../texts/day.ts'
import { useTexts } from '../../texts/index.ts'

type LinkProps = { directory: { code: string; name: string }; onClose: () => void }

/** Login and password of a directory prove whose account it is there. */
export function LinkDirectory({ directory, onClose }: LinkProps) {
  const t = useTexts().frame.signIn
  const title = useDayTexts().profile.link(directory.name)
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const link = useChange('providers', 'withPassword', {
    onDone: onClose,
    onFail: () => undefined,
  })
  return (
    <FormModal
      title={title}
      submit={title}
      change={link}
      onClose={onClose}
      onSubmit={() =>
        link.mutate({
          params: { provider: directory.code },
          input: { login, password, isLink: true },
        })
      }
    >
      <TextInput
        label={t.login}
        value={login}
        onChange={({ currentTarget }) => setLogin(currentTarget.value)}
        required
        data-autofocus
      />
      <PasswordInput
        label={t.password}
        value={password}
        autoComplete="off"
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        required
      />
    </FormModal>
  )
}

import { Button, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { client } from '../../client.ts'
import { Refusal } from '../../components/factors/refusal.tsx'
import { useAttempt } from '../../components/factors/use-attempt.ts'
import { NewPassword, problemOfPassword } from '../../components/password.tsx'
import { useTexts } from '../../texts/index.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import type { SignedIn } from '../sign-in.tsx'
import type { StepProps } from './step.tsx'

/** Somebody else chose the password: only its user may know the next one. */
export function NewPasswordStep({ onDone }: StepProps) {
  const { newPassword: t } = useSignInTexts()
  return (
    <PasswordForm
      title={t.title}
      hint={t.hint}
      submit={t.submit}
      send={(password) => client.access.chooseNewPassword({ input: { password } })}
      onDone={onDone}
    />
  )
}

type FormProps = StepProps & {
  title: string
  hint: string
  submit: string
  send: (password: string) => Promise<SignedIn>
}

export function PasswordForm({ title, hint, submit, send, onDone }: FormProps) {
  const texts = useTexts()
  const [password, setPassword] = useState('')
  const { error, isBusy, run } = useAttempt()
  const problem = problemOfPassword(error, texts)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => onDone(await send(password)))
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm">{hint}</Text>
        {!problem && <Refusal error={error} />}
        <NewPassword
          label={texts.people.newPassword}
          description={texts.people.passwordHint}
          problem={problem}
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

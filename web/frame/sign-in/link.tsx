import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { Refusal } from '../../components/factors/refusal.tsx'
import { useAttempt } from '../../components/factors/use-attempt.ts'
import { Loading } from '../../components/states.tsx'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { PasswordForm } from './new-password.tsx'

/** Where the links of mails lead: the secret is behind #, which is sent to no server and no log. */
export function LinkPage() {
  const [secret] = useState(() => location.hash.slice(1))
  return secret === '' ? <AskForLink /> : <ChoosePassword secret={secret} />
}

const home = () => location.assign('/')

function ChoosePassword({ secret }: { secret: string }) {
  const t = useSignInTexts().link
  const { data, error } = useApi('access', 'readLink', { input: { secret } })
  if (error) {
    return (
      <Stack gap="sm">
        <Refusal error={error} />
        <Anchor href="/">{t.toSignIn}</Anchor>
      </Stack>
    )
  }
  if (!data) return <Loading />
  return (
    <PasswordForm
      title={data.kind === 'reset' ? t.titles.reset : t.titles.invitation}
      hint={t.hint(data.name, data.login)}
      submit={t.submit}
      send={(password) => client.access.redeemLink({ input: { secret, password } })}
      onDone={async () => home()}
    />
  )
}

function AskForLink() {
  const t = useSignInTexts().forgotten
  const [login, setLogin] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { error, isBusy, run } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await client.access.askReset({ input: { login } })
      setIsSent(true)
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Refusal error={error} />
        {isSent ? (
          <Text size="sm" role="status">
            {t.sent}
          </Text>
        ) : (
          <>
            <TextInput
              label={t.login}
              value={login}
              onChange={({ currentTarget }) => setLogin(currentTarget.value)}
              autoComplete="username"
              required
              autoFocus
              withAsterisk={false}
            />
            <Button type="submit" loading={isBusy}>
              {t.submit}
            </Button>
          </>
        )}
        <Anchor href="/" size="sm">
          {t.back}
        </Anchor>
      </Stack>
    </form>
  )
}

import { Anchor, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { AskForLink } from '../../components/ask-for-link.tsx'
import { Refusal } from '../../components/factors/refusal.tsx'
import { Loading } from '../../components/states.tsx'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { PasswordForm } from './new-password.tsx'

/** Where the links of mails lead: the secret is behind #, which is sent to no server and no log. */
export function LinkPage() {
  const [secret] = useState(() => location.hash.slice(1))
  return secret === '' ? <Forgotten /> : <ChoosePassword secret={secret} />
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

function Forgotten() {
  const t = useSignInTexts().forgotten
  return (
    <AskForLink
      t={{ ...t, label: t.login }}
      by={{ autoComplete: 'username' }}
      send={(login) => client.access.askReset({ input: { login } })}
    />
  )
}

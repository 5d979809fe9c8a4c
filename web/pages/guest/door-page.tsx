import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { AskForLink } from '../../components/ask-for-link.tsx'
import { Refusal } from '../../components/factors/refusal.tsx'
import { useAttempt } from '../../components/factors/use-attempt.ts'
import { Loading } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useGuestTexts } from './texts.ts'

/** Where guests come in: the secret of their link is behind #, which is sent to no server and no log. */
export function GuestDoor() {
  const [secret, setSecret] = useState(() => location.hash.slice(1))
  return secret === '' ? <Ask /> : <Enter secret={secret} onAnother={() => setSecret('')} />
}

/** Only a click uses the link up: programs that look into mail do not. */
function Enter({ secret, onAnother }: { secret: string; onAnother: () => void }) {
  const t = useGuestTexts().door
  const { data, error } = useApi('access', 'readLink', { input: { secret } })
  const { error: refusal, isBusy, run } = useAttempt()
  const enter = () =>
    run(async () => {
      await client.access.signInAsGuest({ input: { secret } })
      location.assign(links.home)
    })
  if (error || refusal) {
    return (
      <Stack gap="sm">
        <Refusal error={error ?? refusal} />
        <Button variant="default" onClick={onAnother}>
          {t.another}
        </Button>
      </Stack>
    )
  }
  if (!data) return <Loading />
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.hello(data.name)}
      </Title>
      <Text size="sm">{t.enterHint}</Text>
      <Button onClick={() => void enter()} loading={isBusy} autoFocus>
        {t.enter}
      </Button>
    </Stack>
  )
}

function Ask() {
  const t = useGuestTexts().door
  return (
    <AskForLink
      t={{ ...t, label: t.email, back: t.password }}
      by={{ type: 'email', autoComplete: 'email' }}
      send={(email) => client.access.askGuestLink({ input: { email } })}
    />
  )
}

import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
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
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { error, isBusy, run } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await client.access.askGuestLink({ input: { email } })
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
            <Text size="sm">{t.hint}</Text>
            <TextInput
              label={t.email}
              type="email"
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              autoComplete="email"
              required
              autoFocus
              withAsterisk={false}
            />
            <Button type="submit" loading={isBusy}>
              {t.submit}
            </Button>
          </>
        )}
        <Anchor href={links.home} size="sm">
          {t.password}
        </Anchor>
      </Stack>
    </form>
  )
}

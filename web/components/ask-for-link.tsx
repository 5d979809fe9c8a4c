import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { links } from '../links.ts'
import { Refusal } from './factors/refusal.tsx'
import { useAttempt } from './factors/use-attempt.ts'

type AskForLinkProps = {
  t: { title: string; hint?: string; label: string; submit: string; sent: string; back: string }
  /** What one is known by. */
  by: { type?: 'email'; autoComplete: 'email' | 'username' }
  send: (known: string) => Promise<unknown>
}

/** Asks for a link by mail. Whether anybody is known by it is not told. */
export function AskForLink({ t, by, send }: AskForLinkProps) {
  const [known, setKnown] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { error, isBusy, run } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await send(known)
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
            {t.hint && <Text size="sm">{t.hint}</Text>}
            <TextInput
              {...by}
              label={t.label}
              value={known}
              onChange={({ currentTarget }) => setKnown(currentTarget.value)}
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
          {t.back}
        </Anchor>
      </Stack>
    </form>
  )
}

import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../api.ts'
import { client, type ReplyOf } from '../client.ts'
import { useTexts } from '../texts/index.ts'

export type Choice = ReplyOf<'providers', 'listChoices'>['providers'][number]

type ProvidersProps = {
  /** The directory whose passwords the form takes. */
  directory: Choice | undefined
  onDirectory: (directory: Choice | undefined) => void
}

/** The identity providers of the company; nothing where there are none. */
export function SignInProviders({ directory, onDirectory }: ProvidersProps) {
  const t = useTexts().frame.signIn
  const { data } = useApi('providers', 'listChoices', {})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const go = async (code: string) => {
    setBusy(code)
    const returnTo = location.pathname + location.search
    try {
      const { url } = await client.providers.start({
        params: { provider: code },
        input: { returnTo },
      })
      location.assign(url)
    } catch (error) {
      setRefusal((error as Error).message)
      setBusy(undefined)
    }
  }
  const choices = data?.providers.filter(({ code }) => code !== directory?.code) ?? []
  if (choices.length === 0 && !directory) return null
  return (
    <Stack gap="xs">
      {refusal && (
        <Alert color="red" variant="light" role="alert">
          {refusal}
        </Alert>
      )}
      {choices.map((choice) => (
        <Button
          key={choice.code}
          variant="default"
          fullWidth
          loading={busy === choice.code}
          onClick={() => (choice.kind === 'ldap' ? onDirectory(choice) : void go(choice.code))}
        >
          {t.with(choice.name)}
        </Button>
      ))}
      {directory && (
        <Button variant="default" fullWidth onClick={() => onDirectory(undefined)}>
          {t.own}
        </Button>
      )}
    </Stack>
  )
}

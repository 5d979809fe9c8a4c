import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import type { ReplyOf } from '../../client.ts'
import { client } from '../../client.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { CodeInput } from './code-input.tsx'
import { hasPasskeys } from './has-passkeys.ts'
import { makePasskey } from './passkeys.ts'
import { Refusal } from './refusal.tsx'
import { useAttempt } from './use-attempt.ts'

export type Added = ReplyOf<'access', 'confirmApp'>
type Props = { onAdded: (added: Added) => Promise<void> | void }

/** Asks which kind of second factor, then sets it up. */
export function AddFactor({ onAdded }: Props) {
  const t = useSignInTexts().add
  const [kind, setKind] = useState<'app' | 'passkey'>()
  if (kind === 'app') return <AddApp onAdded={onAdded} />
  if (kind === 'passkey') return <AddPasskey onAdded={onAdded} />
  return (
    <Stack gap="sm">
      {hasPasskeys() && (
        <>
          <Text size="sm">{t.passkeyHint}</Text>
          <Button onClick={() => setKind('passkey')}>{t.passkey}</Button>
        </>
      )}
      <Text size="sm">{t.appHint}</Text>
      <Button variant="default" onClick={() => setKind('app')}>
        {t.app}
      </Button>
    </Stack>
  )
}

function AddApp({ onAdded }: Props) {
  const t = useSignInTexts().add
  const [code, setCode] = useState('')
  const { error, isBusy, run } = useAttempt()
  const begun = useQuery({
    queryKey: ['new-app'],
    queryFn: () => client.access.addApp(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => onAdded(await client.access.confirmApp({ input: { code } })))
  }
  if (!begun.data) return <Refusal error={begun.error} />
  const { uri, secret } = begun.data
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t.scan}</Text>
        <Group justify="center">
          <img src={picture} alt={t.picture} width={200} height={200} />
        </Group>
        <Text size="sm">
          {t.byHand} <Code>{secret}</Code>
        </Text>
        <Refusal error={error} />
        <CodeInput label={t.code} value={code} onChange={setCode} />
        <Button type="submit" loading={isBusy}>
          {t.confirm}
        </Button>
      </Stack>
    </form>
  )
}

function AddPasskey({ onAdded }: Props) {
  const t = useSignInTexts().add
  const [name, setName] = useState('')
  const { error, isBusy, run } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const answer = await makePasskey()
      await onAdded(await client.access.confirmPasskey({ input: { name, answer } }))
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Refusal error={error} />
        <TextInput
          label={t.name}
          description={t.nameHint}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          required
          withAsterisk={false}
          autoFocus
          data-autofocus
        />
        <Button type="submit" loading={isBusy}>
          {t.create}
        </Button>
      </Stack>
    </form>
  )
}

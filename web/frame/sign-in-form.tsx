import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ClientError } from '../../src/client/client.ts'
import { client } from '../client.ts'
import { hasPasskeys } from '../components/factors/has-passkeys.ts'
import { refusalOf } from '../components/factors/refusal-text.ts'
import { links } from '../links.ts'
import { useLanguage, useTexts } from '../texts/index.ts'
import type { SignedIn } from './sign-in.tsx'
import type { Choice } from './sign-in-providers.tsx'

type Given = { login: string; password: string }

/** It answers nothing only to whoever links an account. */
async function askDirectory({ code }: Choice, input: Given): Promise<SignedIn> {
  const { signedIn } = await client.providers.withPassword({ params: { provider: code }, input })
  if (!signedIn) throw new Error('an account was linked instead of a sign-in')
  return signedIn
}

type Props = {
  hasReset: boolean
  /** Whose passwords these are; those of this server, if absent. */
  directory: Choice | undefined
  onDone: (reply: SignedIn) => Promise<void>
}

export function SignInForm({ hasReset, directory, onDone }: Props) {
  const texts = useTexts()
  const t = texts.frame.signIn
  const language = useLanguage()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = { login: String(form.get('login')), password: String(form.get('password')) }
    await attempt(
      () => (directory ? askDirectory(directory, input) : client.access.signIn({ input })),
      t.wrong,
    )
  }

  const comeByPasskey = () =>
    attempt(async () => {
      const { showPasskey } = await import('../components/factors/passkeys.ts')
      return client.access.signInWithPasskey({ input: { answer: await showPasskey() } })
    }, t.passkeyWrong)

  const attempt = async (call: () => Promise<SignedIn>, wrong: string) => {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await onDone(await call())
    } catch (error) {
      const isWrong = error instanceof ClientError && error.status === 401
      setRefusal(isWrong ? wrong : await wordsOf(error as Error))
    } finally {
      setIsBusy(false)
    }
  }

  /** What a provider refuses has words of its own, which are not part of the first load. */
  const wordsOf = async (error: Error): Promise<string> => {
    const reason = error instanceof ClientError ? error.reason : undefined
    if (reason === undefined) return refusalOf(error, texts)
    const { TEXTS } = await import('../texts/provider-return.ts')
    const { refusals } = TEXTS[language]
    return refusals[reason as keyof typeof refusals] ?? error.message
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {refusal && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <TextInput
          name="login"
          label={t.login}
          autoComplete="username"
          required
          autoFocus
          withAsterisk={false}
        />
        <PasswordInput
          name="password"
          label={t.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <Button type="submit" size="sm" fullWidth loading={isBusy} mt="xs">
          {directory ? t.with(directory.name) : t.submit}
        </Button>
        {hasPasskeys() && (
          <Button variant="default" size="sm" fullWidth onClick={() => void comeByPasskey()}>
            {t.passkey}
          </Button>
        )}
        {hasReset && !directory && (
          <Anchor href="/new-password" size="sm">
            {t.forgotten}
          </Anchor>
        )}
        {hasReset && (
          <Anchor href={links.guest} size="sm">
            {t.guest}
          </Anchor>
        )}
      </Stack>
    </form>
  )
}

import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { client } from '../../client.ts'
import { CodeInput } from '../../components/factors/code-input.tsx'
import { showPasskey } from '../../components/factors/passkeys.ts'
import { Refusal } from '../../components/factors/refusal.tsx'
import { useAttempt } from '../../components/factors/use-attempt.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import type { SignedIn } from '../sign-in.tsx'
import type { StepProps } from './step.tsx'

/** A passkey, the code of an app, or a recovery code for whoever lost both. */
export function SecondFactor({ factors, onDone }: StepProps & Pick<SignedIn, 'factors'>) {
  const t = useSignInTexts().second
  const [isLost, setIsLost] = useState(false)
  const [code, setCode] = useState('')
  const { error, isBusy, run } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { signInWithApp, signInWithRecoveryCode } = client.access
    const send = isLost ? signInWithRecoveryCode : signInWithApp
    void run(async () => onDone(await send({ input: { code } })))
  }
  const comeByPasskey = () =>
    run(async () => {
      const answer = await showPasskey()
      await onDone(await client.access.signInWithPasskey({ input: { answer } }))
    })
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Refusal error={error} />
      {!isLost && factors.includes('passkey') && (
        <Button loading={isBusy} onClick={() => void comeByPasskey()}>
          {t.passkey}
        </Button>
      )}
      {(isLost || factors.includes('app')) && (
        <form onSubmit={submit}>
          <Stack gap="sm">
            {isLost && <Text size="sm">{t.lostHint}</Text>}
            <CodeInput
              key={String(isLost)}
              label={isLost ? t.recoveryCode : t.code}
              value={code}
              onChange={setCode}
              isLong={isLost}
            />
            <Button type="submit" loading={isBusy}>
              {t.submit}
            </Button>
          </Stack>
        </form>
      )}
      {!isLost && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsLost(true)}>
          {t.lost}
        </Anchor>
      )}
    </Stack>
  )
}

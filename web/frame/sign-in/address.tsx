import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Refusal } from '../../components/factors/refusal.tsx'
import { useAttempt } from '../../components/factors/use-attempt.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'

/** Where the letter to an old address leads. Opening it changes nothing: programs that look through mail open links. */
export function AddressPage() {
  const [secret] = useState(() => location.hash.slice(1))
  const [email, setEmail] = useState<string>()
  const { error, isBusy, run } = useAttempt()
  const { address: t, link } = useSignInTexts()
  const takeBack = () =>
    run(async () => {
      setEmail((await client.access.takeBackAddress({ input: { secret } })).email)
    })
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Refusal error={error} />
      <Text size="sm" role="status">
        {email === undefined ? t.hint : t.done(email)}
      </Text>
      {email === undefined && (
        <Button loading={isBusy} onClick={() => void takeBack()}>
          {t.submit}
        </Button>
      )}
      <Anchor href="/" size="sm">
        {link.toSignIn}
      </Anchor>
    </Stack>
  )
}

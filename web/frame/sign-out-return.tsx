import { Alert, Anchor, Center, Stack, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { Loading } from '../components/states.tsx'
import { useReturnTexts } from '../texts/provider-return.ts'

/** React mounts twice while developing, but a request is carried out once. */
let going: Promise<string> | undefined

/** A request of the provider is carried out and answered; its answer to one of ours leads to the door. */
async function goOn(code: string): Promise<string> {
  const query = location.search.slice(1)
  if (!new URLSearchParams(query).has('SAMLRequest')) return '/'
  const input = { query }
  return (await client.providers.answerLogout({ params: { provider: code }, input })).url ?? '/'
}

/** Where a provider of SAML sends browsers to sign out. */
export function SignOutReturn({ code }: { code: string }) {
  const t = useReturnTexts()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    going ??= goOn(code)
    going.then((next) => location.replace(next), setError)
  }, [code])
  if (!error) return <Loading />
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={420} gap="md">
        <Title order={1}>{t.notSignedOut}</Title>
        <Alert color="red" variant="light" role="alert">
          {error.message}
        </Alert>
        <Anchor href="/" size="sm">
          {t.back}
        </Anchor>
      </Stack>
    </Center>
  )
}

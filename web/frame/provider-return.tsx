import { Alert, Anchor, Button, Center, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ClientError } from '../../src/client/client.ts'
import { useApi } from '../api.ts'
import { client } from '../client.ts'
import { Loading } from '../components/states.tsx'
import { useReturnTexts } from '../texts/provider-return.ts'
import { CONFIRMED, tellConfirmed } from './sign-in/confirmed.ts'

/** React mounts twice while developing, but a sign-in ends once. */
let going: Promise<string> | undefined

/** Ends the sign-in with what the provider sent back. */
async function goOn(code: string): Promise<string> {
  const input = { query: posted() ?? location.search.slice(1) }
  return (await client.providers.finish({ params: { provider: code }, input })).returnTo
}

/** The form that a provider of SAML had the browser post to this page. */
const posted = () => document.querySelector<HTMLMetaElement>('meta[name="posted"]')?.content

/** Without it the address is a link to a sign-in, which begins with a click. */
const isBack = () => posted() !== undefined || new URLSearchParams(location.search).has('state')

const begin = async (code: string): Promise<string> =>
  (await client.providers.start({ params: { provider: code } })).url

export function ProviderReturn({ code }: { code: string }) {
  const t = useReturnTexts()
  const [error, setError] = useState<Error>()
  const [isConfirmed, setConfirmed] = useState(false)
  const { data: choices } = useApi('providers', 'listChoices', {})
  useEffect(() => {
    if (!isBack()) return
    going ??= goOn(code)
    going.then((next) => {
      if (next !== CONFIRMED) return location.replace(next)
      tellConfirmed()
      setConfirmed(true)
      window.close()
    }, setError)
  }, [code])
  if (isConfirmed) {
    return (
      <Center mih="100dvh" p="md" component="main">
        <Stack gap="md">
          <Title order={1}>{t.confirmed}</Title>
          <Text>{t.closeTab}</Text>
        </Stack>
      </Center>
    )
  }
  if (!error && isBack()) return <Loading />
  const reason = error instanceof ClientError ? error.reason : undefined
  const provider = choices?.providers.find((each) => each.code === code)
  const isUnknown = choices !== undefined && !provider
  const again = () => {
    begin(code).then((url) => location.assign(url), setError)
  }
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={420} gap="md">
        <Title order={1}>{error || isUnknown ? t.title : t.begin(provider?.name)}</Title>
        {error && (
          <Alert color="red" variant="light" role="alert">
            {t.refusals[reason as keyof typeof t.refusals] ?? error.message}
          </Alert>
        )}
        {isUnknown && !error && (
          <Alert color="red" variant="light" role="alert">
            {t.unknown}
          </Alert>
        )}
        {!isUnknown && <Button onClick={again}>{error ? t.again : t.begin(provider?.name)}</Button>}
        <Anchor href="/" size="sm">
          {t.back}
        </Anchor>
      </Stack>
    </Center>
  )
}

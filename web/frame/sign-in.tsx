import {
  Alert,
  Anchor,
  Button,
  Center,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ClientError } from '../../src/client/client.ts'
import { client } from '../client.ts'
import { useTexts } from '../texts/index.ts'
import classes from './sign-in.module.css'

export function SignIn() {
  const t = useTexts()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const input = { login: String(form.get('login')), password: String(form.get('password')) }
    setIsBusy(true)
    try {
      await client.access.signIn({ input })
      await queries.resetQueries()
    } catch (error) {
      const isWrong = error instanceof ClientError && error.status === 401
      setRefusal(isWrong ? t.frame.signIn.wrong : (error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={340} gap="lg">
        <div className={classes.brand}>
          <img src="/icon.svg" alt="" width={36} height={36} />
          <div>
            <Title order={1}>{t.frame.product}</Title>
            <Text size="sm" c="var(--quiet)">
              {t.frame.tagline}
            </Text>
          </div>
        </div>
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="sm">
            {refusal && (
              <Alert color="red" variant="light" role="alert">
                {refusal}
              </Alert>
            )}
            <TextInput
              name="login"
              label={t.frame.signIn.login}
              autoComplete="username"
              required
              autoFocus
              withAsterisk={false}
            />
            <PasswordInput
              name="password"
              label={t.frame.signIn.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
            />
            <Button type="submit" size="sm" fullWidth loading={isBusy} mt="xs">
              {t.frame.signIn.submit}
            </Button>
          </Stack>
        </form>
        <Text size="xs" c="var(--quiet)">
          {t.frame.signIn.hint}{' '}
          <Anchor href="/docs" size="xs">
            {t.frame.signIn.reference}
          </Anchor>
        </Text>
      </Stack>
    </Center>
  )
}

import { Anchor, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useApi } from '../api.ts'
import type { ReplyOf } from '../client.ts'
import { useTexts } from '../texts/index.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { type Choice, SignInProviders } from './sign-in-providers.tsx'

const SignInStep = lazy(async () => ({
  default: (await import('./sign-in/step.tsx')).SignInStep,
}))

/** What every way to sign in answers. */
export type SignedIn = Omit<ReplyOf<'access', 'signIn'>, '$headers'>
type Pending = Pick<SignedIn, 'state' | 'factors'>

/** Login and password, then whatever is still needed. */
export function SignIn() {
  const t = useTexts()
  const queries = useQueryClient()
  const { data: begun } = useApi('access', 'getSignIn', {})
  const [answered, setAnswered] = useState<Pending | 'none'>()
  const [directory, setDirectory] = useState<Choice>()
  const pending = answered === 'none' ? undefined : (answered ?? begun?.pending)
  const proceed = async (reply: SignedIn) => {
    if (reply.state === 'ok') await queries.resetQueries()
    else setAnswered(reply)
  }
  return (
    <SignInFrame>
      {pending ? (
        <SignInStep {...pending} onDone={proceed} onLeave={() => setAnswered('none')} />
      ) : (
        <>
          <SignInForm hasReset={begun?.hasReset ?? false} directory={directory} onDone={proceed} />
          <SignInProviders directory={directory} onDirectory={setDirectory} />
        </>
      )}
      <Text size="xs" c="var(--quiet)">
        {t.frame.signIn.hint}{' '}
        <Anchor href="/docs" size="xs" underline="always">
          {t.frame.signIn.reference}
        </Anchor>
      </Text>
    </SignInFrame>
  )
}

import { Anchor, Stack } from '@mantine/core'
import { useSignInTexts } from '../../texts/sign-in.ts'
import type { SignedIn } from '../sign-in.tsx'
import { Enrolment } from './enrolment.tsx'
import { NewPasswordStep } from './new-password.tsx'
import { SecondFactor } from './second-factor.tsx'

export type StepProps = { onDone: (reply: SignedIn) => Promise<void> }

type Props = StepProps & Pick<SignedIn, 'state' | 'factors'> & { onLeave: () => void }

/** What a sign-in still needs after its first proof. */
export function SignInStep({ state, factors, onDone, onLeave }: Props) {
  const t = useSignInTexts()
  return (
    <Stack gap="md">
      {state === 'second_factor' && <SecondFactor factors={factors} onDone={onDone} />}
      {state === 'new_password' && <NewPasswordStep onDone={onDone} />}
      {state === 'enrolment' && <Enrolment onDone={onDone} />}
      <Anchor component="button" type="button" size="sm" onClick={onLeave}>
        {t.startAgain}
      </Anchor>
    </Stack>
  )
}

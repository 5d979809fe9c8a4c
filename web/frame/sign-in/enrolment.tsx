import { Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { type Added, AddFactor } from '../../components/factors/add-factor.tsx'
import { RecoveryCodes } from '../../components/factors/recovery-codes.tsx'
import { useSignInTexts } from '../../texts/sign-in.ts'
import type { StepProps } from './step.tsx'

/** The company asks for a second factor: it is set up before anything else. */
export function Enrolment({ onDone }: StepProps) {
  const t = useSignInTexts()
  const [added, setAdded] = useState<Added>()
  const finish = async ({ signedIn }: Added) => {
    if (signedIn) await onDone(signedIn)
  }
  if (added?.recoveryCodes) {
    return <RecoveryCodes codes={added.recoveryCodes} onDone={() => void finish(added)} />
  }
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.enrolment.title}
      </Title>
      <Text size="sm">{t.enrolment.hint}</Text>
      <AddFactor onAdded={(reply) => (reply.recoveryCodes ? setAdded(reply) : finish(reply))} />
    </Stack>
  )
}

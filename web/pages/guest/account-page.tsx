import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { OwnPassword } from '../../components/password.tsx'
import { useMe } from '../../frame/session.tsx'
import { FactorsSection } from '../profile/factors.tsx'
import { Sessions } from '../profile/sessions.tsx'
import { useGuestTexts } from './texts.ts'

/** How a guest comes in, and where they are signed in. */
export function AccountPage() {
  const t = useGuestTexts()
  const me = useMe()
  return (
    <Page title={t.account}>
      <Text mb="md">{`${me.name}, ${me.email}`}</Text>
      <Text size="sm" c="var(--quiet)" mb="md">
        {t.accountHint}
      </Text>
      <FactorsSection me={me} />
      <FirstPassword />
      <Sessions />
    </Page>
  )
}

/** Counts only besides a second factor, so it is offered to whoever has one. */
function FirstPassword() {
  const t = useGuestTexts()
  const [isOpen, setOpen] = useState(false)
  const factors = useApi('access', 'getFactors', {}).data?.factors
  const hasFactor = factors && (factors.app !== null || factors.passkeys.length > 0)
  const close = () => setOpen(false)
  if (!hasFactor || factors.hasPassword) return null
  return (
    <>
      <Button variant="default" mb="md" onClick={() => setOpen(true)}>
        {t.choosePassword}
      </Button>
      {isOpen && (
        <OwnPassword
          title={t.choosePassword}
          hint={t.passwordHint}
          isFirst
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}

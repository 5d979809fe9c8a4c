import { Text } from '@mantine/core'
import { Page } from '../../components/page.tsx'
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
      <Sessions />
    </Page>
  )
}

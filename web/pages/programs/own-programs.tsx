import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { Section } from '../apps/item/section.tsx'
import { Connections } from './connections.tsx'
import { useProgramTexts } from './texts.ts'

/** The programs that act for me, in my profile. */
export function OwnPrograms() {
  const t = useProgramTexts().list
  const asked = useApi('access', 'listConnections', { input: {} })
  return (
    <Section title={t.title}>
      <Text size="sm" c="var(--quiet)">
        {t.hint}
      </Text>
      <Shown of={asked}>
        {({ connections }) => <Connections connections={connections} empty={t.empty} />}
      </Shown>
      <Link to={links.assistants} className="link">
        {t.connect}
      </Link>
    </Section>
  )
}

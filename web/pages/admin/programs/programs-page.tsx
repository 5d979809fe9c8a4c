import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { Section } from '../../apps/item/section.tsx'
import { Connections } from '../../programs/connections.tsx'
import { useProgramTexts } from '../../programs/texts.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { ClientTable } from './client-table.tsx'
import { NewClient } from './new-client.tsx'

/** Everything that acts for people by OAuth. */
export function ProgramsPage() {
  const t = useProgramTexts().admin
  const { parts } = useTexts().admin
  const [isMaking, setMaking] = useState(false)
  const connected = useApi('access', 'listConnections', { input: { user: 'all' } })
  const registered = useApi('access', 'listClients', {})
  return (
    <Page
      title={parts.programs}
      below={<div className={classes.hint}>{t.hint}</div>}
      actions={
        <>
          <Button component={Link} to={links.adminPart('access')} variant="default">
            {t.why}
          </Button>
          <Button leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
            {t.register}
          </Button>
        </>
      }
    >
      <Shown of={connected}>
        {({ connections }) => <Connections connections={connections} isAll empty={t.empty} />}
      </Shown>
      <Section title={t.registered}>
        <Text size="sm" c="var(--quiet)">
          {t.registeredHint}
        </Text>
        <Shown of={registered}>{({ clients }) => <ClientTable clients={clients} />}</Shown>
      </Section>
      {isMaking && <NewClient onClose={() => setMaking(false)} />}
    </Page>
  )
}

import { Button } from '@mantine/core'
import { IconLogin2, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { PasswordPolicy } from './password-policy.tsx'
import { type Provider, ProviderForm } from './provider-form.tsx'
import { ProviderTable } from './provider-table.tsx'
import { Provisioning } from './provisioning.tsx'

const EVERY = 10_000

/** With which identity providers people sign in, and whether those work. */
export function ProvidersPage() {
  const t = useTexts()
  const asked = useApi('providers', 'list', {}, { every: EVERY })
  const [edited, setEdited] = useState<Provider | 'new'>()
  return (
    <Page
      title={t.admin.parts.providers}
      below={<div className={classes.hint}>{t.admin.providers.hint}</div>}
      actions={
        <Button leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
          {t.admin.providers.create}
        </Button>
      }
    >
      <Shown of={asked}>
        {({ providers }) =>
          providers.length === 0 ? (
            <Empty
              icon={IconLogin2}
              title={t.admin.providers.empty}
              hint={t.admin.providers.emptyHint}
            />
          ) : (
            <ProviderTable providers={providers} onEdit={setEdited} />
          )
        }
      </Shown>
      <Provisioning />
      <PasswordPolicy />
      {edited && (
        <ProviderForm
          {...(edited !== 'new' && { provider: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

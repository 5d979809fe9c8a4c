import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApi } from '../../../api.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import classes from '../admin.module.css'
import { Secret } from '../secret.tsx'
import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import { EventTypes, Waiting, WebhookState } from './state.tsx'
import { type Webhook, WebhookForm } from './webhook-form.tsx'

const EVERY = 5_000

export function WebhooksPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const columns = useColumns()
  const asked = useApi('webhooks', 'list', {}, { every: EVERY })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ webhook: Webhook; secret: string }>()
  return (
    <Page
      title={t.admin.parts.webhooks}
      below={<div className={classes.hint}>{t.admin.webhooks.hint}</div>}
      actions={
        <Button leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
          {t.admin.webhooks.create}
        </Button>
      }
    >
      <Shown of={asked}>
        {({ webhooks }) => (
          <ListTable
            label={t.admin.parts.webhooks}
            columns={columns}
            rows={webhooks}
            idOf={({ id }) => id}
            empty={
              <Empty
                icon={IconWebhook}
                title={t.admin.webhooks.empty}
                hint={t.admin.webhooks.emptyHint}
              />
            }
            hasCards
          />
        )}
      </Shown>
      {isMaking && (
        <WebhookForm
          onClose={() => setMaking(false)}
          onDone={(webhook, secret = '') => {
            setMaking(false)
            setMade({ webhook, secret })
          }}
        />
      )}
      {made && (
        <Secret
          title={t.admin.webhooks.secret}
          secret={made.secret}
          onClose={() => void navigate(links.webhook(made.webhook.id))}
        />
      )}
    </Page>
  )
}

function useColumns(): Column<Webhook>[] {
  const t = useTexts().admin.webhooks
  const { number } = useUnits()
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ id, name, url, lastError }) => (
        <div>
          <Link to={links.webhook(id)} className="link">
            {name}
          </Link>
          <div className={classes.sub}>{url}</div>
          {lastError && <div className={classes.sub}>{lastError}</div>}
        </div>
      ),
    },
    { key: 'types', title: t.types, cell: (webhook) => <EventTypes webhook={webhook} /> },
    {
      key: 'state',
      title: t.state,
      isTight: true,
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      key: 'pending',
      title: t.pending,
      isNumber: true,
      cell: (webhook) => <Waiting webhook={webhook} />,
    },
    { key: 'dead', title: t.dead, isNumber: true, cell: ({ dead }) => number(dead) },
  ]
}

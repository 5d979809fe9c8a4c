import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from '../admin.module.css'
import { Secret } from '../secret.tsx'
import { useUnits } from '../units.ts'
import { Heard, Waiting, WebhookState } from './state.tsx'
import { type Webhook, WebhookForm } from './webhook-form.tsx'

const EVERY = 5_000

export function WebhooksPage() {
  const t = useTexts()
  const navigate = useNavigate()
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
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty
              icon={IconWebhook}
              title={t.admin.webhooks.empty}
              hint={t.admin.webhooks.emptyHint}
            />
          ) : (
            <WebhookTable webhooks={webhooks} />
          )
        }
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

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const t = useTexts().admin.webhooks
  const { number } = useUnits()
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-cards>
        <thead>
          <tr>
            <th>{t.name}</th>
            <th>{t.types}</th>
            <th>{t.state}</th>
            <th data-number>{t.pending}</th>
            <th data-number>{t.dead}</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <tr key={webhook.id}>
              <td>
                <div>
                  <Link to={links.webhook(webhook.id)} className="link">
                    {webhook.name}
                  </Link>
                  <div className={classes.sub}>{webhook.url}</div>
                </div>
              </td>
              <td data-label={t.types}>
                <Heard webhook={webhook} />
              </td>
              <td data-label={t.state} data-tight>
                <WebhookState webhook={webhook} />
              </td>
              <td data-label={t.pending} data-number>
                <Waiting webhook={webhook} />
              </td>
              <td data-label={t.dead} data-number>
                {number(webhook.dead)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { Alert } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { ServerText } from '../../../components/told.tsx'
import { useDates } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import { Deliveries } from './deliveries.tsx'
import { EventTypes, Waiting, WebhookState } from './state.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import type { Webhook } from './webhook-form.tsx'

const EVERY = 3_000

export type Tested = ReplyOf<'webhooks', 'test'>

export function WebhookPage() {
  const t = useTexts()
  const { id = '' } = useParams()
  const [tested, setTested] = useState<Tested>()
  const asked = useApi('webhooks', 'get', { params: { id } }, { every: EVERY })
  return (
    <Shown of={asked}>
      {({ webhook }) => (
        <Page
          title={webhook.name}
          above={<Link to={links.adminPart('webhooks')}>{t.admin.parts.webhooks}</Link>}
          actions={<WebhookActions webhook={webhook} onTested={setTested} />}
        >
          {tested && <TestResult tested={tested} onClose={() => setTested(undefined)} />}
          <Facts webhook={webhook} />
          <Deliveries webhook={webhook} />
        </Page>
      )}
    </Shown>
  )
}

function TestResult({ tested, onClose }: { tested: Tested; onClose: () => void }) {
  const t = useTexts()
  const { delivered, status, error, milliseconds } = tested
  const why = error ?? (status === null ? '' : t.admin.webhooks.answered(status))
  return (
    <Alert
      color={delivered ? 'teal' : 'red'}
      variant="light"
      mb="md"
      role="status"
      withCloseButton
      closeButtonLabel={t.frame.actions.close}
      onClose={onClose}
    >
      {delivered ? t.admin.webhooks.arrived(status ?? 0, milliseconds) : t.admin.webhooks.lost(why)}
    </Alert>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const t = useTexts().admin.webhooks
  const dates = useDates()
  const { number } = useUnits()
  const { url, pausedReason, failures, failingSince, dead, position } = webhook
  return (
    <dl className={classes.facts}>
      <dt>{t.state}</dt>
      <dd>
        <WebhookState webhook={webhook} />{' '}
        {pausedReason && (
          <>
            {t.pausedBy} <ServerText message={pausedReason} />
            {failures > 0 && ', '}
          </>
        )}
        {failures > 0 && t.failures(failures)}
      </dd>
      {failingSince && (
        <>
          <dt>{t.since}</dt>
          <dd>{dates.moment(failingSince)}</dd>
        </>
      )}
      <dt>{t.url}</dt>
      <dd>{url}</dd>
      <dt>{t.types}</dt>
      <dd>
        <EventTypes webhook={webhook} />
      </dd>
      <dt>{t.pending}</dt>
      <dd>
        <Waiting webhook={webhook} />
      </dd>
      <dt>{t.dead}</dt>
      <dd>{number(dead)}</dd>
      <dt>{t.position}</dt>
      <dd>{number(position)}</dd>
    </dl>
  )
}

import { Button, Code, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Shown } from '../../../components/states.tsx'
import { Tag } from '../../../components/tag.tsx'
import { When } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import classes from '../admin.module.css'
import { ObjectName } from '../object-name.tsx'
import { useRetry } from './retry.ts'
import own from './webhooks.module.css'

type Delivery = ReplyOf<'webhooks', 'deliveries'>['deliveries'][number]
const HUES: Record<Delivery['state'], string> = {
  pending: 'yellow',
  delivered: 'teal',
  dead: 'red',
}
const COLUMNS = 7

type DeliveryRowProps = { webhook: string; delivery: Delivery }

export function DeliveryRow({ webhook, delivery }: DeliveryRowProps) {
  const t = useTexts().admin
  const [isOpen, setOpen] = useState(false)
  const retry = useRetry()
  const { id, state, type, object, status, attempts, lastAt, dueAt, error, position } = delivery
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <tr>
        <td>
          <div>
            <UnstyledButton
              className={own.open}
              aria-expanded={isOpen}
              aria-label={t.webhooks.open(t.events[type] ?? type, position)}
              onClick={() => setOpen(!isOpen)}
            >
              <Chevron size={14} stroke={1.6} aria-hidden />
              <span className={classes.strong}>{t.events[type] ?? type}</span>
            </UnstyledButton>
            <div className={own.object}>
              <ObjectName object={object} />
            </div>
          </div>
        </td>
        <td data-label={t.webhooks.state} data-tight>
          <Tag hue={HUES[state]}>{t.webhooks.deliveryStates[state]}</Tag>
        </td>
        <td data-label={t.webhooks.status}>
          {error ? <span className={classes.sub}>{error}</span> : status}
        </td>
        <td data-label={t.webhooks.attempts} data-number>
          {attempts}
        </td>
        <td data-label={t.webhooks.lastTry} data-tight>
          <When at={lastAt} />
        </td>
        <td data-label={t.webhooks.nextTry} data-tight>
          <When at={state === 'pending' ? dueAt : null} />
        </td>
        <td data-tight>
          {state === 'dead' && (
            <Button
              variant="default"
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { id: webhook }, input: { ids: [id] } })}
            >
              {t.webhooks.retry}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS}>
            <Payload position={position} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The message is made of an entry of the log, which is there to be looked up. */
function Payload({ position }: { position: number }) {
  const t = useTexts().admin.webhooks
  const asked = useApi(
    'audit',
    'list',
    { input: { before: position + 1, size: 1 } },
    { fresh: 600_000 },
  )
  return (
    <Shown of={asked}>
      {({ entries: [entry] }) => {
        if (entry?.position !== position) return <Text size="sm">{t.noPayload}</Text>
        const { at, credential: _, namespace, code, ...event } = entry
        const place = { ...(namespace && { namespace }), ...(code && { code }) }
        return (
          <Code block className={classes.json} aria-label={t.payload}>
            {JSON.stringify({ ...event, timestamp: at, ...place }, null, 2)}
          </Code>
        )
      }}
    </Shown>
  )
}

import { Button, Code, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconMailFast } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import type { More } from '../../../components/load-more.tsx'
import { toggled } from '../../../components/selection.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { Tag } from '../../../components/tag.tsx'
import { ServerText } from '../../../components/told.tsx'
import { When } from '../../../components/when.tsx'
import classes from '../admin.module.css'
import { ObjectName } from '../object-name.tsx'
import { useTexts } from '../texts.ts'
import { useRetry } from './retry.ts'
import type { Webhook } from './webhook-form.tsx'
import own from './webhooks.module.css'

type Delivery = ReplyOf<'webhooks', 'deliveries'>['deliveries'][number]
type DeliveryTableProps = { webhook: Webhook; list: More & { rows: Delivery[] } }

export function DeliveryTable({ webhook, list }: DeliveryTableProps) {
  const t = useTexts().admin.webhooks
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) => setOpen(toggled(open, id))
  const columns = useColumns({ webhook, open, toggle })
  return (
    <ListTable
      label={t.log}
      columns={columns}
      rows={list.rows}
      idOf={({ id }) => String(id)}
      empty={<Empty icon={IconMailFast} title={t.logEmpty} hint={t.logEmptyHint} />}
      details={({ id, position }) => open.has(id) && <Payload position={position} />}
      more={list}
      hasCards
    />
  )
}

type ColumnsOptions = {
  webhook: Webhook
  open: ReadonlySet<number>
  toggle: (id: number) => void
}

function useColumns({ webhook, open, toggle }: ColumnsOptions): Column<Delivery>[] {
  const t = useTexts().admin.webhooks
  return [
    {
      key: 'event',
      title: t.event,
      cell: (delivery) => (
        <EventName
          delivery={delivery}
          isOpen={open.has(delivery.id)}
          onToggle={() => toggle(delivery.id)}
        />
      ),
    },
    {
      key: 'state',
      title: t.state,
      isTight: true,
      cell: ({ state }) => <Tag state={state}>{t.deliveryStates[state]}</Tag>,
    },
    {
      key: 'status',
      title: t.status,
      cell: ({ error, status }) =>
        error ? (
          <span className={classes.sub}>
            <ServerText message={error} />
          </span>
        ) : (
          status
        ),
    },
    { key: 'attempts', title: t.attempts, isNumber: true, cell: ({ attempts }) => attempts },
    { key: 'last', title: t.lastTry, isTight: true, cell: ({ lastAt }) => <When at={lastAt} /> },
    {
      key: 'next',
      title: t.nextTry,
      isTight: true,
      // A paused webhook tries nothing.
      cell: ({ state, dueAt }) => (
        <When at={state === 'pending' && webhook.pausedAt === null ? dueAt : null} />
      ),
    },
    {
      key: 'actions',
      title: t.retry,
      isAction: true,
      cell: ({ id, state }) => state === 'dead' && <Retry webhook={webhook.id} id={id} />,
    },
  ]
}

type EventNameProps = { delivery: Delivery; isOpen: boolean; onToggle: () => void }

function EventName({ delivery: { type, object, position }, isOpen, onToggle }: EventNameProps) {
  const t = useTexts().admin
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton
        className={own.open}
        aria-expanded={isOpen}
        aria-label={t.webhooks.open(t.events[type] ?? type, position)}
        onClick={onToggle}
      >
        <Chevron size={14} stroke={1.6} aria-hidden />
        <span className={classes.strong}>{t.events[type] ?? type}</span>
      </UnstyledButton>
      <div className={own.object}>
        <ObjectName object={object} />
      </div>
    </div>
  )
}

function Retry({ webhook, id }: { webhook: string; id: number }) {
  const t = useTexts().admin.webhooks
  const retry = useRetry()
  return (
    <Button
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate({ params: { id: webhook }, input: { ids: [id] } })}
    >
      {t.retry}
    </Button>
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
        const path = { ...(namespace && { namespace }), ...(code && { code }) }
        return (
          <Code block className={classes.json} aria-label={t.payload}>
            {JSON.stringify({ ...event, timestamp: at, ...path }, null, 2)}
          </Code>
        )
      }}
    </Shown>
  )
}

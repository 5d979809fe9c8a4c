import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import { Shown } from '../../../components/states.tsx'
import { useList } from '../../../list.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { useRetry } from './retry.ts'
import type { Webhook } from './webhook-form.tsx'

const STATES = ['all', 'pending', 'delivered', 'dead'] as const
type State = (typeof STATES)[number]
const EVERY = 3_000
const PAGE = 50

function useDeliveries(id: string, state: State) {
  return useList(
    'webhooks',
    'deliveries',
    { params: { id }, input: { size: PAGE, ...(state !== 'all' && { state }) } },
    {
      rows: ({ deliveries }) => deliveries,
      every: EVERY,
      keep: true,
    },
  )
}

/** What became of each message, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const [state, setState] = useState<State>('all')
  const asked = useDeliveries(webhook.id, state)
  const retry = useRetry()
  return (
    <section className={classes.section} aria-label={t.admin.webhooks.log}>
      <header>
        <Title order={2}>{t.admin.webhooks.log}</Title>
        <Group gap="xs">
          {webhook.dead > 0 && (
            <Button
              variant="default"
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { id: webhook.id }, input: {} })}
            >
              {t.admin.webhooks.retryAll}
            </Button>
          )}
          <SegmentedControl
            size="xs"
            aria-label={t.admin.webhooks.filter}
            value={state}
            onChange={(next) => setState(next as State)}
            data={STATES.map((each) => ({
              value: each,
              label: t.admin.webhooks.deliveryStates[each],
            }))}
          />
        </Group>
      </header>
      <Shown of={asked}>{() => <DeliveryTable webhook={webhook} list={asked} />}</Shown>
    </section>
  )
}

import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { IconMailFast } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { Empty, Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import classes from '../admin.module.css'
import { DeliveryRow } from './delivery-row.tsx'
import { useRetry } from './retry.ts'
import type { Webhook } from './webhook-form.tsx'

const STATES = ['all', 'pending', 'delivered', 'dead'] as const
type State = (typeof STATES)[number]
const EVERY = 3_000
const PAGE = 50
const MOST = 1000

/** What became of each message, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const [state, setState] = useState<State>('all')
  const [size, setSize] = useState(PAGE)
  const asked = useApi(
    'webhooks',
    'deliveries',
    { params: { id: webhook.id }, input: { size, ...(state !== 'all' && { state }) } },
    { every: EVERY, keep: true },
  )
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
      <Shown of={asked}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Empty
              icon={IconMailFast}
              title={t.admin.webhooks.logEmpty}
              hint={t.admin.webhooks.logEmptyHint}
            />
          ) : (
            <>
              <div className={classes.scroll}>
                <table className={classes.table} data-cards>
                  <thead>
                    <tr>
                      <th>{t.admin.webhooks.event}</th>
                      <th>{t.admin.webhooks.state}</th>
                      <th>{t.admin.webhooks.status}</th>
                      <th data-number>{t.admin.webhooks.attempts}</th>
                      <th>{t.admin.webhooks.lastTry}</th>
                      <th>{t.admin.webhooks.nextTry}</th>
                      <th aria-label={t.admin.webhooks.retry} />
                    </tr>
                  </thead>
                  <tbody>
                    {deliveries.map((delivery) => (
                      <DeliveryRow key={delivery.id} webhook={webhook.id} delivery={delivery} />
                    ))}
                  </tbody>
                </table>
              </div>
              {deliveries.length === size && size < MOST && (
                <Button variant="default" mt="sm" onClick={() => setSize(Math.min(size * 2, MOST))}>
                  {t.admin.showOlder}
                </Button>
              )}
            </>
          )
        }
      </Shown>
    </section>
  )
}

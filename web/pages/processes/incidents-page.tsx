import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMoodCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { useAddressState } from '../../components/address-state.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { IncidentTable } from './incidents/incident-table.tsx'
import classes from './processes.module.css'
import { ProcessTabs } from './tabs.tsx'

type Which = 'open' | 'closed' | 'all'
const SIZE = 100

/** Steps that failed, and what can be done about one or many of them. */
export function IncidentsPage() {
  const t = useTexts().processes
  const [state, setState] = useState<Which>('open')
  const process = useAddressState().get('process')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const asked = useList(
    'bpm',
    'listIncidents',
    { input: { state, size: SIZE, ...(process !== '' && { template: process }) } },
    { rows: ({ incidents }) => incidents, keep: true },
  )
  return (
    <Page title={t.title} below={<ProcessTabs />}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t.incidents.which}
          value={state}
          onChange={(next) => setState(next as Which)}
          data={(['open', 'closed', 'all'] as const).map((value) => ({
            value,
            label: t.incidents[value],
          }))}
        />
        <Text size="sm" c="var(--quiet)">
          {t.incidents.hint}
        </Text>
      </div>
      <Shown of={asked}>
        {() => {
          const { rows: incidents } = asked
          const picked = incidents.filter(({ id, closedAt }) => selected.has(id) && !closedAt)
          if (incidents.length === 0) {
            return (
              <Empty icon={IconMoodCheck} title={t.incidents.empty} hint={t.incidents.emptyHint} />
            )
          }
          return (
            <>
              {picked.length > 0 && (
                <Bulk ids={picked.map(({ id }) => id)} onDone={() => setSelected(new Set())} />
              )}
              <IncidentTable list={asked} selected={selected} onSelect={setSelected} />
            </>
          )
        }}
      </Shown>
    </Page>
  )
}

function Bulk({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const t = useTexts().processes.incidents
  const repair = useChange('bpm', 'repairIncidents', {
    changes: ['instance'],
    onDone: ({ repaired, errors }) => {
      if (repaired > 0) notifications.show({ message: t.repaired(repaired) })
      for (const message of new Set(Object.values(errors))) {
        notifications.show({ color: 'red', message })
      }
      onDone()
    },
  })
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm">{t.chosen(ids.length)}</Text>
      {(['retry', 'restart', 'skip'] as const).map((action) => (
        <Button
          key={action}
          variant="default"
          loading={repair.isPending && repair.variables.input.action === action}
          onClick={() => repair.mutate({ input: { incidents: ids, action } })}
        >
          {t[action]}
        </Button>
      ))}
    </Group>
  )
}

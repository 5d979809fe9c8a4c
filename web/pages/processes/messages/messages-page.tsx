import { Button, SegmentedControl, Text } from '@mantine/core'
import { IconMailCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReplyOf } from '../../../client.ts'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useList } from '../../../list.ts'
import { useTexts } from '../../../texts/index.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import classes from '../processes.module.css'
import { ProcessTabs } from '../tabs.tsx'
import { MessageTable } from './message-table.tsx'
import { SendMessage } from './send-message.tsx'

export type Message = ReplyOf<'processes', 'messages'>['messages'][number]

const FILTERS = ['dead', 'waiting', 'delivered', 'discarded', 'all'] as const
const SIZE = 50
const EVERY = 10_000

/** What programs and processes sent, and first of all what nobody received. */
export function MessagesPage() {
  const title = useTexts().processes.title
  const t = useSteeringTexts().messages
  const [search, setSearch] = useSearchParams()
  const [isSending, setIsSending] = useState(false)
  const which = FILTERS.find((each) => each === search.get('state')) ?? 'dead'
  const asked = useList(
    'processes',
    'messages',
    { input: { size: SIZE, ...(which !== 'all' && { state: which }) } },
    { rows: ({ messages }) => messages, keep: true, every: EVERY },
  )
  const none = which === 'dead' ? t.emptyDead : t.empty
  return (
    <Page
      title={title}
      below={<ProcessTabs />}
      actions={
        <Button
          variant="default"
          leftSection={<IconSend size={14} stroke={1.6} />}
          onClick={() => setIsSending(true)}
        >
          {t.send}
        </Button>
      }
    >
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t.which}
          value={which}
          onChange={(next) => setSearch(next === 'dead' ? {} : { state: next }, { replace: true })}
          data={FILTERS.map((value) => ({ value, label: t.filters[value] }))}
        />
        <Text size="sm" c="var(--quiet)">
          {t.hint}
        </Text>
      </div>
      <Shown of={asked}>
        {() =>
          asked.rows.length === 0 ? (
            <Empty
              icon={IconMailCheck}
              title={none}
              {...(which === 'dead' && { hint: t.emptyDeadHint })}
            />
          ) : (
            <MessageTable list={asked} />
          )
        }
      </Shown>
      {isSending && <SendMessage onClose={() => setIsSending(false)} />}
    </Page>
  )
}

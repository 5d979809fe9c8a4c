import { Text } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useDates, When } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import classes from '../processes.module.css'
import { ProcessTabs } from '../tabs.tsx'

type Topic = ReplyOf<'workers', 'topics'>['topics'][number]

const EVERY = 5_000
const MINUTE = 60_000

/** The work that programs pull, by topic. */
export function TopicsPage() {
  const { title, tabs } = useTexts().processes
  const t = useSteeringTexts().workers
  const asked = useApi('workers', 'topics', {}, { every: EVERY })
  const columns = useColumns()
  return (
    <Page title={title} below={<ProcessTabs />}>
      <div className={classes.bar}>
        <Text size="sm" c="var(--quiet)">
          {t.hint}
        </Text>
      </div>
      <Shown of={asked}>
        {({ topics }) => (
          <ListTable
            label={tabs.workers}
            columns={columns}
            rows={topics}
            idOf={({ topic }) => topic}
            empty={<Empty icon={IconRobot} title={t.empty} hint={t.emptyHint} />}
          />
        )}
      </Shown>
    </Page>
  )
}

/** Nobody takes what has waited for so long. */
const isIdle = ({ waiting, locked, oldest }: Topic): boolean =>
  waiting > 0 && locked === 0 && oldest !== null && Date.now() - Date.parse(oldest) > MINUTE

function useColumns(): Column<Topic>[] {
  const t = useSteeringTexts().workers
  const { number } = useDates()
  return [
    {
      key: 'topic',
      title: t.topic,
      cell: (topic) => (
        <>
          <span className={classes.name}>{topic.topic}</span>{' '}
          {isIdle(topic) && (
            <span title={t.idleHint}>
              <Tag state="idle">{t.idle}</Tag>
            </span>
          )}
        </>
      ),
    },
    { key: 'waiting', title: t.waiting, isNumber: true, cell: (each) => number(each.waiting) },
    { key: 'locked', title: t.locked, isNumber: true, cell: ({ locked }) => number(locked) },
    { key: 'delayed', title: t.delayed, isNumber: true, cell: (each) => number(each.delayed) },
    { key: 'oldest', title: t.oldest, isWide: true, cell: ({ oldest }) => <When at={oldest} /> },
  ]
}

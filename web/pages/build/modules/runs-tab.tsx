import { Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Empty } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { useMe } from '../../../frame/session.tsx'
import { useList } from '../../../list.ts'
import { useTold } from '../../../texts/told.ts'
import { useBuildTexts } from '../texts.ts'
import type { ModulePartProps } from './module-value.ts'
import { TryAction } from './try-action.tsx'
import { usePublished } from './use-published.ts'

/** The module as it is published: an action to try, and what became of the last runs. */
export function RunsTab(props: ModulePartProps) {
  const t = useBuildTexts().modules.runs
  const { isAdministrator } = useMe()
  const published = usePublished(props.file)
  if (!published || !isAdministrator) {
    return <Empty icon={IconPlayerPlay} title={t.unpublished} hint={t.unpublishedHint} />
  }
  return (
    <Stack gap="lg">
      <TryAction {...props} code={published.code} />
      <Runs id={published.__id} />
    </Stack>
  )
}

type Entry = ReplyOf<'audit', 'list'>['entries'][number]
type RunData = { script?: string; message?: string; milliseconds?: number }

const PAGE = 20

/** From the audit log: actions that were tried, and whatever failed. */
function Runs({ id }: { id: string }) {
  const t = useBuildTexts().modules.runs
  const say = useTold()
  const input = { object: `module:${id}`, type: 'module.*', size: PAGE }
  const runs = useList('audit', 'list', { input }, { rows: ({ entries }) => entries })
  const columns: Column<Entry>[] = [
    { key: 'at', title: t.at, isTight: true, cell: ({ at }) => <When at={at} /> },
    { key: 'what', title: t.what, cell: ({ data }) => (data as RunData).script ?? '' },
    {
      key: 'outcome',
      title: t.outcome,
      cell: ({ data }) => {
        const { message } = data as RunData
        return message === undefined ? (
          t.done
        ) : (
          <Text span size="sm" c="var(--mantine-color-error)">
            {say(message)}
          </Text>
        )
      },
    },
    {
      key: 'duration',
      title: t.duration,
      isTight: true,
      isNumber: true,
      cell: ({ data }) => {
        const { milliseconds } = data as RunData
        return milliseconds === undefined ? '' : t.milliseconds(milliseconds)
      },
    },
  ]
  return (
    <section aria-label={t.last}>
      <Title order={3} size="h5">
        {t.last}
      </Title>
      <Text size="xs" c="var(--quiet)" mb="xs">
        {t.lastHint}
      </Text>
      <ListTable
        label={t.last}
        columns={columns}
        rows={runs.rows}
        idOf={({ position }) => String(position)}
        empty={<Text size="sm">{t.none}</Text>}
        more={runs}
        hasCards
      />
    </section>
  )
}

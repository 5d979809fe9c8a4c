import { Stack, Text, Title } from '@mantine/core'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import type { AppPartProps } from '../part.ts'
import type { StatusGroup } from '../transitions.ts'
import { Locks } from './locks.tsx'
import { StatusBoard } from './status-board.tsx'
import { Transitions } from './transition-rules.tsx'

/** Statuses in their groups, and which may follow which. */
export function StatusesTab(props: AppPartProps) {
  const t = useBuildTexts().app.statuses
  const { draft, file } = props
  const groups = (settingAt({ draft, file, at: ['statuses'] }) ?? []) as StatusGroup[]
  const count = groups.flatMap(({ statuses }) => statuses ?? []).length
  return (
    <Stack gap="lg">
      <section aria-label={t.title}>
        <Text size="sm" c="var(--quiet)" mb="xs">
          {t.hint}
        </Text>
        <StatusBoard {...props} groups={groups} />
      </section>
      {count > 1 && (
        <section aria-label={t.transitions}>
          <Title order={2} mb={4}>
            {t.transitions}
          </Title>
          <Transitions {...props} groups={groups} />
        </section>
      )}
      {count > 0 && (
        <section aria-label={t.locks}>
          <Title order={2} mb={4}>
            {t.locks}
          </Title>
          <Text size="sm" c="var(--quiet)" mb="xs">
            {t.locksHint}
          </Text>
          <Locks {...props} groups={groups} />
        </section>
      )}
    </Stack>
  )
}

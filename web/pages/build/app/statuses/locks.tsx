import { Button, Paper } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import type { StatusPartProps } from '../part.ts'
import { useSubjects } from '../use-subjects.ts'
import { Rule } from './rule.tsx'

const AT = ['locks']
const KEYS = { statuses: ['in'], fields: 'fields', subjects: 'except' } as const

/** Fields that stay as they are while an item has a status. */
export function Locks(props: StatusPartProps) {
  const t = useBuildTexts().app.statuses
  const { draft, file, groups } = props
  const locks = (settingAt({ draft, file, at: AT }) ?? []) as unknown[]
  const subjects = useSubjects(draft)
  const last = groups.at(-1)?.statuses?.at(-1)?.code ?? ''
  return (
    <>
      {locks.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name than its place
        <Paper key={index} withBorder p="sm" mb="xs">
          <Rule {...props} at={[...AT, index]} keys={KEYS} subjects={subjects} />
        </Paper>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() =>
          draft.edit([{ file, op: 'insert', at: [...AT, locks.length], value: { in: last } }])
        }
      >
        {t.addLock}
      </Button>
    </>
  )
}

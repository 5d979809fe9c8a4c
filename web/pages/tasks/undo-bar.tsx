import { Button, Group, Kbd, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTexts } from '../../texts/index.ts'
import classes from './list.module.css'
import { UNDO, undo, useBatches } from './pending.ts'

/** What was just done and can still be taken back. */
export function UndoBar() {
  const t = useTexts().tasks
  const last = useBatches().findLast(({ sent }) => sent === null)
  if (!last) return null
  return (
    <div key={last.key} className={classes.undo} role="status">
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Text size="sm">
          {t.list.taken(last.tasks.length, last.exit, last.tasks[0]?.name ?? '')}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
          rightSection={<Kbd size="xs">Z</Kbd>}
          onClick={() => undo()}
        >
          {t.list.undo}
        </Button>
      </Group>
      <div className={classes.rest} style={{ animationDuration: `${UNDO}ms` }} />
    </div>
  )
}

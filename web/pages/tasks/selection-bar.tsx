import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconArrowForwardUp, IconX } from '@tabler/icons-react'
import { useTexts } from '../../texts/index.ts'
import classes from './list.module.css'

type SelectionBarProps = { count: number; onHandOver: () => void; onClear: () => void }

/** What can be done with several at once. */
export function SelectionBar({ count, onHandOver, onClear }: SelectionBarProps) {
  const t = useTexts()
  return (
    <Group gap="sm" className={classes.bar ?? ''}>
      <Text size="sm" fw={600} role="status">
        {t.tasks.list.selected(count)}
      </Text>
      <Button
        size="compact-sm"
        leftSection={<IconArrowForwardUp size={16} stroke={1.6} aria-hidden />}
        onClick={onHandOver}
      >
        {t.tasks.reassign.action}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={t.tasks.list.clear} onClick={onClear}>
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}

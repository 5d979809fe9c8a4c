import { ActionIcon, Button, Group, Kbd, Text } from '@mantine/core'
import { IconArrowForwardUp, IconClock, IconX } from '@tabler/icons-react'
import { useTexts } from '../../texts/index.ts'
import classes from './list.module.css'
import type { CommonExit } from './quick.ts'

type SelectionBarProps = {
  count: number
  exits: CommonExit[]
  onExit: (exit: CommonExit) => void
  onHandOver: () => void
  onRemind: () => void
  onClear: () => void
}

const LAST_KEY = 9

/** What can be done with several at once; the keys beside it do the same. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, exits, onExit, onHandOver, onRemind, onClear } = props
  const t = useTexts()
  return (
    <Group gap="xs" className={classes.bar ?? ''}>
      <Text size="sm" fw={600} role="status">
        {t.tasks.list.selected(count)}
      </Text>
      {exits.map((exit, at) => (
        <Button
          key={exit.name}
          size="compact-sm"
          variant={exit.buttonClass === 'primary' ? 'filled' : 'default'}
          onClick={() => onExit(exit)}
          rightSection={at < LAST_KEY ? <Kbd size="xs">{at + 1}</Kbd> : null}
        >
          {exit.tasks.length < count
            ? t.tasks.filter.counted(exit.name, exit.tasks.length)
            : exit.name}
        </Button>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowForwardUp size={16} stroke={1.6} aria-hidden />}
        rightSection={<Kbd size="xs">H</Kbd>}
        onClick={onHandOver}
      >
        {t.tasks.reassign.action}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconClock size={16} stroke={1.6} aria-hidden />}
        rightSection={<Kbd size="xs">S</Kbd>}
        onClick={onRemind}
      >
        {t.tasks.remind.action}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={t.tasks.list.clear} onClick={onClear}>
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}

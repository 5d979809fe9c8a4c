import { Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './list.module.css'
import { type QuickExit, useQuickExits } from './quick.ts'

type QuickExitsProps = { id: string; name: string; onExit: (exit: QuickExit) => void }

const MOST = 2

/** Buttons where there is room for them, one menu where there is not. */
export function QuickExits({ id, name, onExit }: QuickExitsProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const exits = useQuickExits(id)
  const take = (exit: QuickExit) => {
    if (exit.needsForm) void navigate(links.task(id))
    else onExit(exit)
  }
  if (exits.length === 0) return null
  const wordOf = (exit: QuickExit) => (exit.needsForm ? t.tasks.list.opens(exit.name) : exit.name)
  const shown = exits.length > MOST + 1 ? exits.slice(0, MOST) : exits
  const rest = exits.slice(shown.length)
  return (
    <>
      <Group gap={4} wrap="nowrap" className={classes.buttons ?? ''}>
        {shown.map((exit) => (
          <Button
            key={exit.id}
            size="compact-xs"
            variant={exit.buttonClass === 'primary' ? 'light' : 'default'}
            onClick={() => take(exit)}
          >
            {wordOf(exit)}
          </Button>
        ))}
        {rest.length > 0 && <ExitMenu name={name} exits={rest} wordOf={wordOf} onTake={take} />}
      </Group>
      <div className={classes.menu}>
        <ExitMenu name={name} exits={exits} wordOf={wordOf} onTake={take} isWhole />
      </div>
    </>
  )
}

type ExitMenuProps = {
  name: string
  exits: QuickExit[]
  wordOf: (exit: QuickExit) => string
  onTake: (exit: QuickExit) => void
  isWhole?: boolean
}

function ExitMenu({ name, exits, wordOf, onTake, isWhole = false }: ExitMenuProps) {
  const t = useTexts()
  const Icon = isWhole ? IconCheck : IconDots
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size={isWhole ? 'xs' : 'compact-xs'}
          variant="default"
          aria-label={t.tasks.list.exits(name)}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exits.map((exit) => (
          <Menu.Item key={exit.id} onClick={() => onTake(exit)}>
            {wordOf(exit)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useViewTexts } from '../view-texts.ts'
import classes from './board.module.css'
import type { CardProps } from './card.tsx'
import { useColumnHindrances } from './use-hindrances.ts'

/** Moves a card without dragging it. */
export function CardMenu(props: CardProps & { name: string }) {
  const t = useViewTexts().board
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.menu ?? ''}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t.move(props.name)}
        >
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.moveTo}</Menu.Label>
        <Targets {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** It is there only while the menu is open, and asks only then. */
function Targets({ app, by, columns, item, cell, onMove }: CardProps) {
  const hindranceOf = useColumnHindrances(app, by, item.__id)
  return columns
    .filter(({ word }) => word !== cell.column.word)
    .map((column) => {
      const { refusal, hint, asks } = hindranceOf(column)
      return (
        <Menu.Item
          key={column.word}
          className={classes.target ?? ''}
          disabled={refusal !== undefined}
          onClick={() => onMove(item.__id, cell, column, asks)}
        >
          {column.head}
          {(refusal ?? hint) && (
            <Text size="xs" maw={240}>
              {refusal ?? hint}
            </Text>
          )}
        </Menu.Item>
      )
    })
}

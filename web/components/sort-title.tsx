import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTexts } from '../texts/index.ts'
import classes from './list-table.module.css'

/** Which column a list is sorted by. */
export type Sort = { key: string; isDown: boolean }

type SortTitleProps = {
  title: string
  order: 'ascending' | 'descending' | 'none'
  onSort: () => void
}

export function SortTitle({ title, order, onSort }: SortTitleProps) {
  const t = useTexts().frame.lists
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <UnstyledButton className={classes.sort} aria-label={t.sortBy(title)} onClick={onSort}>
      {title}
      {order !== 'none' && <Arrow size={12} stroke={1.8} aria-hidden />}
    </UnstyledButton>
  )
}

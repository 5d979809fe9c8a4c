import { ActionIcon, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useDates } from '../../../components/when.tsx'
import { useViewTexts } from '../view-texts.ts'
import classes from './board.module.css'
import type { BoardColumn } from './columns.tsx'
import type { BoardParts } from './parts.ts'

type ColumnHeadProps = Pick<BoardParts, 'numbers' | 'hindranceOf' | 'addTo'> & {
  column: BoardColumn
}

/** The name of a column, how many cards it has and should have at most, and their sum. */
export function ColumnHead({ column, numbers, hindranceOf, addTo }: ColumnHeadProps) {
  const t = useViewTexts().board
  const dates = useDates()
  const { count, sum } = numbers.ofColumn(column.word)
  const { refusal, hint } = hindranceOf(column)
  const { limit } = column
  const isOver = limit !== undefined && count > limit
  const add = addTo(column)
  return (
    <>
      <h2 className={classes.head}>
        {column.head}
        <span className={classes.numbers}>
          {numbers.isKnown && (
            <span
              className={classes.count}
              data-over={isOver || undefined}
              title={limit === undefined ? undefined : t.limit(limit)}
            >
              {isOver && <IconAlertTriangle size={13} stroke={1.8} aria-label={t.over(limit)} />}
              {dates.number(count)}
              {limit !== undefined && ` / ${dates.number(limit)}`}
            </span>
          )}
          {sum && <span className={classes.sum}>{sum}</span>}
        </span>
        {add && (
          <ActionIcon
            className={classes.add ?? ''}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t.addTo(column.name)}
            onClick={add}
          >
            <IconPlus size={14} stroke={1.8} />
          </ActionIcon>
        )}
      </h2>
      {(refusal ?? hint) && (
        <Text size="xs" px="sm" pb="xs" role="note">
          {refusal ?? hint}
        </Text>
      )}
    </>
  )
}

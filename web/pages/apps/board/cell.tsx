import { Droppable } from '@hello-pangea/dnd'
import { Text } from '@mantine/core'
import { LoadMore } from '../../../components/load-more.tsx'
import { Failure } from '../../../components/states.tsx'
import { useList } from '../../../list.ts'
import { useTexts } from '../../../texts/index.ts'
import type { Item } from '../table/fields.ts'
import classes from './board.module.css'
import { Card } from './card.tsx'
import { type BoardParts, type Cell, cellId } from './parts.ts'

type CardsProps = Pick<BoardParts, 'card' | 'askedFor' | 'hindranceOf'> & {
  cell: Cell
  /** Nothing is asked for where the server has counted nothing. */
  isEmpty?: boolean
}

/** The cards of a cell, page by page. */
export function Cards({ cell, card, askedFor, hindranceOf, isEmpty = false }: CardsProps) {
  const t = useTexts()
  const list = useList('apps', 'listItems', askedFor(cell), {
    rows: ({ result }) => result.result as Item[],
    fresh: 60_000,
    enabled: !isEmpty,
  })
  if (list.error && !list.data) return <Failure error={list.error} again={list.refetch} />
  const isRefused = hindranceOf(cell.column).refusal !== undefined
  return (
    <Droppable droppableId={cellId(cell)} isDropDisabled={isRefused}>
      {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
        <div
          ref={innerRef}
          {...droppableProps}
          className={classes.cards}
          data-over={isDraggingOver || undefined}
        >
          {list.rows.map((item, at) => (
            <Card key={item.__id} {...card} item={item} at={at} cell={cell} />
          ))}
          {placeholder}
          <LoadMore {...list} total={undefined} />
          {list.data && list.rows.length === 0 && !isDraggingOver && !cell.lane && (
            <Text size="xs" c="var(--quiet)" ta="center" py="md">
              {t.apps.board.empty}
            </Text>
          )}
        </div>
      )}
    </Droppable>
  )
}

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, useId, useState } from 'react'
import { useDates } from '../../../components/when.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { useViewTexts } from '../view-texts.ts'
import classes from './board.module.css'
import { Cards } from './cell.tsx'
import { ColumnHead } from './column-head.tsx'
import type { BoardParts } from './parts.ts'

type LanesProps = BoardParts & { field: Field }
type LaneOf = BoardParts['numbers']['lanes'][number]

/** Beyond these, rows are opened one by one: each of them asks for its cards. */
const OPEN = 6

/** A row for each value of a field, across all columns. */
export function Lanes({ field, ...parts }: LanesProps) {
  const { columns, numbers } = parts
  return (
    <div className={classes.board} data-lanes>
      <div className={classes.lanes} style={{ '--columns': columns.length } as CSSProperties}>
        <div className={classes.heads}>
          {columns.map((column) => (
            <div
              key={column.word}
              className={classes.column}
              data-refused={parts.hindranceOf(column).refusal !== undefined || undefined}
            >
              <ColumnHead {...parts} column={column} />
            </div>
          ))}
        </div>
        {numbers.lanes.map((lane, at) => (
          <LaneRow key={lane.word} {...parts} field={field} lane={lane} isFirst={at < OPEN} />
        ))}
      </div>
    </div>
  )
}

type LaneRowProps = LanesProps & { lane: LaneOf; isFirst: boolean }

function LaneRow({ field, lane, isFirst, ...parts }: LaneRowProps) {
  const t = useViewTexts().board
  const dates = useDates()
  const id = useId()
  const [isOpen, setOpen] = useState(isFirst)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const { count, sum } = lane.numbers
  return (
    <section className={classes.lane} aria-labelledby={id}>
      <h3 className={classes.laneHead}>
        <UnstyledButton
          className={classes.fold ?? ''}
          aria-expanded={isOpen}
          aria-labelledby={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
        <span id={id}>
          {lane.word === '' ? (
            t.without(field.view.name)
          ) : (
            <FieldValue field={field} value={lane.value} isShort />
          )}
        </span>
        <span className={classes.numbers}>
          <span className={classes.count}>{dates.number(count)}</span>
          {sum && <span className={classes.sum}>{sum}</span>}
        </span>
      </h3>
      {isOpen && (
        <div className={classes.cells}>
          {parts.columns.map((column) => (
            // biome-ignore lint/a11y/useSemanticElements: a part of the row under the name of its column
            <div
              key={column.word}
              role="group"
              aria-label={column.name}
              className={classes.column}
              data-refused={parts.hindranceOf(column).refusal !== undefined || undefined}
            >
              <Cards
                {...parts}
                cell={{ column, lane }}
                isEmpty={!parts.numbers.isInCell(lane.word, column.word)}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { useDates } from '../../../components/when.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { useViewTexts } from '../view-texts.ts'
import { isRight } from './fields.ts'
import classes from './item-table.module.css'
import type { TableGroup } from './lines.ts'
import { CELL, ROW } from './roles.ts'
import type { Summary } from './summaries.ts'
import { SummaryValue } from './summary-row.tsx'

type GroupRowProps = {
  group: TableGroup
  field: Field
  columns: Field[]
  summaries: Record<string, Summary>
  start: number
  index: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The head of a group: its value, how many rows it has, and their sums. */
export function GroupRow({ group, field, columns, summaries, ...props }: GroupRowProps) {
  const t = useViewTexts().board
  const dates = useDates()
  const id = useId()
  const { start, index, isOpen, onOpen } = props
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div
      {...ROW}
      {...{ 'aria-rowindex': index }}
      className={classes.row}
      data-group
      style={{ transform: `translateY(${start}px)` }}
    >
      <div {...CELL} className={classes.choose}>
        <UnstyledButton
          className={classes.fold ?? ''}
          aria-expanded={isOpen}
          aria-labelledby={id}
          onClick={() => onOpen(!isOpen)}
        >
          <Chevron size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      </div>
      {columns.map((column, at) => {
        const of = summaries[column.code]
        return (
          <div
            key={column.code}
            {...CELL}
            className={classes.cell}
            data-right={(at > 0 && isRight(column)) || undefined}
            data-name={column.code === '__name' || undefined}
          >
            {at === 0 ? (
              <>
                <span id={id}>
                  {group.word === '' ? (
                    t.without(field.view.name)
                  ) : (
                    <FieldValue field={field} value={group.value} isShort />
                  )}
                </span>{' '}
                <span className={classes.total}>{dates.number(group.count)}</span>
              </>
            ) : (
              of && <SummaryValue field={column} of={of} value={group.summaries[column.code]} />
            )}
          </div>
        )
      })}
    </div>
  )
}

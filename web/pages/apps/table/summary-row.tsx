import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useDates } from '../../../components/when.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useViewTexts } from '../view-texts.ts'
import { isRight } from './fields.ts'
import classes from './item-table.module.css'
import { CELL, ROW } from './roles.ts'
import { type Summary, summariesOf } from './summaries.ts'

type SummaryRowProps = {
  columns: Field[]
  total: number
  index: number
  chosen: Record<string, Summary>
  values: Record<string, unknown>
  onChange: (chosen: Record<string, Summary>) => void
}

/** Below the table, of all rows of the filter: how many, and what each column is asked for. */
export function SummaryRow({ columns, total, index, chosen, values, onChange }: SummaryRowProps) {
  const t = useTexts()
  const choose = (code: string, of: Summary | undefined) => {
    const { [code]: _, ...others } = chosen
    onChange(of ? { ...others, [code]: of } : others)
  }
  return (
    <div {...ROW} {...{ 'aria-rowindex': index }} className={classes.summary}>
      <div {...CELL} className={classes.choose} />
      {columns.map((field) => (
        <div
          key={field.code}
          {...CELL}
          className={classes.cell}
          data-right={isRight(field) || undefined}
          data-name={field.code === '__name' || undefined}
        >
          {field.code === '__name' ? (
            <span className={classes.total}>{t.frame.count.items(total)}</span>
          ) : (
            <SummaryMenu
              field={field}
              of={chosen[field.code]}
              value={values[field.code]}
              onChange={(of) => choose(field.code, of)}
            />
          )}
        </div>
      ))}
    </div>
  )
}

type SummaryMenuProps = {
  field: Field
  of: Summary | undefined
  value: unknown
  onChange: (of: Summary | undefined) => void
}

function SummaryMenu({ field, of, value, onChange }: SummaryMenuProps) {
  const t = useViewTexts().summary
  return (
    <Menu position="top-start">
      <Menu.Target>
        <UnstyledButton
          className={classes.function ?? ''}
          data-none={of === undefined || undefined}
        >
          <VisuallyHidden>{t.of(field.view.name)}: </VisuallyHidden>
          {of ? (
            <>
              <span className={classes.total}>{t.short[of]}</span>{' '}
              <SummaryValue field={field} of={of} value={value} />
            </>
          ) : (
            t.add
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChange(undefined)}>{t.none}</Menu.Item>
        {summariesOf(field.type).map((each) => (
          <Menu.Item
            key={each}
            rightSection={each === of && <IconCheck size={14} stroke={1.6} />}
            onClick={() => onChange(each)}
          >
            {t.functions[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type SummaryValueProps = { field: Field; of: Summary; value: unknown }

/** Numbers of things are plain numbers; the rest looks like the values it is made of. */
export function SummaryValue({ field, of, value }: SummaryValueProps) {
  const dates = useDates()
  if (value === undefined || value === null) return '–'
  const isNumber = of === 'count' || (of === 'avg' && field.type === 'INTEGER')
  if (isNumber) return dates.number(Math.round(Number(value) * 100) / 100)
  return <FieldValue field={field} value={value} isShort />
}

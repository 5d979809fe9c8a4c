import { Checkbox } from '@mantine/core'
import { useTexts } from '../texts/index.ts'

/** The rows of a list that are selected, by id. */
export type Selection<Row> = {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
  nameOf: (row: Row) => string
  /** Rows that nothing can be done with. */
  isDisabled?: (row: Row) => boolean
}

type SelectAllProps<Row> = {
  rows: readonly Row[]
  idOf: (row: Row, index: number) => string
  selection: Selection<Row>
}

export function SelectAll<Row>({ rows, idOf, selection }: SelectAllProps<Row>) {
  const t = useTexts().frame.lists
  const { ids, onChange, isDisabled = () => false } = selection
  const all = rows.flatMap((row, index) => (isDisabled(row) ? [] : [idOf(row, index)]))
  const count = all.filter((id) => ids.has(id)).length
  const isAll = all.length > 0 && count === all.length
  return (
    <Checkbox
      size="xs"
      aria-label={t.selectAll}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={all.length === 0}
      onChange={() => onChange(new Set(isAll ? [] : all))}
    />
  )
}

type SelectRowProps<Row> = { row: Row; id: string; selection: Selection<Row> }

export function SelectRow<Row>({ row, id, selection }: SelectRowProps<Row>) {
  const t = useTexts().frame.lists
  const { ids, onChange, nameOf, isDisabled } = selection
  return (
    <Checkbox
      size="xs"
      aria-label={t.select(nameOf(row))}
      checked={ids.has(id)}
      disabled={isDisabled?.(row) ?? false}
      onChange={() => onChange(toggled(ids, id))}
    />
  )
}

/** With it if it was not there, without it if it was. */
export function toggled<Id>(ids: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

import { usePendingText } from '../processes/controls/pending-text.ts'
import classes from './decisions.module.css'

type CellInputProps = {
  label: string
  value: string
  row: number
  column: string
  problem?: string | undefined
  /** How what is typed comes back, where that may differ. */
  spell?: ((text: string) => string) | undefined
  onChange: (value: string) => void
}

/** A cell of a grid. It is written, and so checked, while somebody types. */
export function CellInput(props: CellInputProps) {
  const { label, value, row, column, problem, spell, onChange } = props
  const { text, change, flush } = usePendingText(value, onChange, spell)
  return (
    <textarea
      className={classes.cell}
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      title={problem ?? text}
      spellCheck={false}
      wrap="off"
      rows={text.split('\n').length}
      data-row={row}
      data-column={column}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={flush}
    />
  )
}

import { Input } from '@mantine/core'
import { useId } from 'react'
import classes from './controls.module.css'
import { usePendingText } from './pending-text.ts'
import type { FieldProps } from './texts.tsx'

/** A text with numbered lines. */
export function CodeArea(props: FieldProps) {
  const { text, change, flush } = usePendingText(props.value, props.onChange)
  const id = useId()
  const lines = text.split('\n').length
  return (
    <Input.Wrapper id={id} label={props.label} description={props.hint} size="xs">
      <div className={classes.code}>
        <div className={classes.numbers} aria-hidden>
          {Array.from({ length: lines }, (_, at) => `${at + 1}\n`).join('')}
        </div>
        <textarea
          id={id}
          className={classes.lines}
          spellCheck={false}
          wrap="off"
          rows={Math.min(Math.max(lines, 4), 24)}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={flush}
        />
      </div>
    </Input.Wrapper>
  )
}

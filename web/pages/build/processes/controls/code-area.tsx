import { Input } from '@mantine/core'
import { useId, useRef } from 'react'
import { useCodeKeys } from './code-keys.ts'
import classes from './controls.module.css'
import type { FieldProps } from './texts.tsx'

export type CodeProblem = { line?: number | undefined; message: string }

type CodeAreaProps = FieldProps & {
  onBlur?: () => void
  problems?: readonly CodeProblem[]
  /** How many lines there is room for, however short the text is. */
  rows?: number
}

/** A text with numbered lines; those with a problem are marked. */
export function CodeArea({ problems = [], rows = 4, ...props }: CodeAreaProps) {
  const { value: text } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const onKeyDown = useCodeKeys()
  const id = useId()
  const lines = text.split('\n').length
  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      description={props.hint}
      size="xs"
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={classes.code} data-wrong={problems.length > 0 || undefined}>
        <div className={classes.numbers} aria-hidden>
          {Array.from({ length: lines }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <div key={at} data-wrong={problems.some(({ line }) => line === at + 1) || undefined}>
              {at + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={area}
          id={id}
          className={classes.lines}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="off"
          rows={Math.max(lines, rows)}
          value={text}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={props.onBlur}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        />
      </div>
      {problems.length > 0 && (
        <Problems
          id={`${id}-problems`}
          problems={problems}
          onGo={(line) => area.current && goTo(area.current, line)}
        />
      )}
    </Input.Wrapper>
  )
}

type ProblemsProps = {
  id: string
  problems: readonly CodeProblem[]
  onGo: (line: number) => void
}

function Problems({ id, problems, onGo }: ProblemsProps) {
  return (
    <ul id={id} className={classes.problems}>
      {problems.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          {line === undefined ? (
            message
          ) : (
            <button type="button" onClick={() => onGo(line)}>
              {message}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Selects a line. */
function goTo(area: HTMLTextAreaElement, line: number): void {
  const all = area.value.split('\n')
  const start = all.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  area.focus()
  area.setSelectionRange(start, start + (all[line - 1]?.length ?? 0))
}

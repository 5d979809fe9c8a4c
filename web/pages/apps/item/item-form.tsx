import { Alert } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { isShortcut } from '../../../shortcuts/register.ts'
import { useFirstFocus } from './use-first-focus.ts'

type ItemFormProps = {
  onSave: () => void
  /** What comes before the fields. */
  above: ReactNode
  /** What was refused and is about no field. */
  others: readonly string[]
  children: ReactNode
}

/** A form that begins at its first field, is saved by the keyboard, and says itself what is missing. */
export function ItemForm({ onSave, above, others, children }: ItemFormProps) {
  const frame = useRef<HTMLFormElement>(null)
  useFirstFocus(frame)
  return (
    <form
      ref={frame}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
      onKeyDown={(event) => {
        if (!isShortcut(event, 'form', 'save')) return
        event.preventDefault()
        onSave()
      }}
    >
      {above}
      {others.length > 0 && (
        <Alert color="red" mb="md" role="alert">
          {others.join('; ')}
        </Alert>
      )}
      {children}
    </form>
  )
}

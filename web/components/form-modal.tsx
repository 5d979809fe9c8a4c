import { Alert, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isShortcut } from '../shortcuts/register.ts'
import { useTexts } from '../texts/index.ts'
import { Dialog } from './dialog.tsx'
import { ServerText } from './told.tsx'

type ModalFormProps = {
  /** What the button says that does it. */
  submit: string
  change?: { isPending: boolean; error?: Error | null; reset?: () => void }
  onSubmit: () => void
  onClose: () => void
  /** What went wrong is said below, at the field that it is about. */
  isExplained?: boolean
  /** The form itself says what is missing, not the browser. */
  noValidate?: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  /** The button that the keyboard is on, where nothing is to be filled in. */
  focus?: 'submit' | 'cancel' | undefined
  /** A button beside those of the form. */
  extra?: ReactNode
  /** What is typed is kept in this browser until it is saved or cancelled. */
  kept?: { forget: () => void; offer: ReactNode }
  children: ReactNode
}

type FormModalProps = ModalFormProps & { title: string; size?: string }

/** Asks for what a change needs; a refusal is shown where it can be put right. */
export function FormModal({ title, size = 'md', ...form }: FormModalProps) {
  const [isTyped, setTyped] = useState(false)
  return (
    // A click beside a dialog closes it, but for one in which somebody has typed.
    <Dialog title={title} size={size} onClose={form.onClose} closeOnClickOutside={!isTyped}>
      <ModalForm {...form} onType={() => setTyped(true)} />
    </Dialog>
  )
}

/** The same inside of a dialog that first has to find out what to ask for. */
export function ModalForm(props: ModalFormProps & { onType?: () => void }) {
  const {
    submit,
    change,
    onSubmit,
    onClose,
    focus,
    noValidate = false,
    extra,
    kept,
    children,
  } = props
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const error = change?.error
  useEffect(() => {
    // Where the first thing is that has to be put right.
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  return (
    <form
      ref={form}
      noValidate={noValidate}
      onInput={() => {
        props.onType?.()
        // What was wrong with the last try says nothing about the next one.
        if (change?.error) change.reset?.()
      }}
      onKeyDown={(event) => {
        if (!isShortcut(event, 'form', 'save')) return
        event.preventDefault()
        // A key does what the button does: nothing while that is disabled.
        if (event.repeat || change?.isPending || props.isDisabled) return
        event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap="sm">
        {kept?.offer}
        {change?.error && !props.isExplained && (
          <Alert color="red" variant="light" role="alert">
            <ServerText message={change.error.message} />
          </Alert>
        )}
        {children}
      </Stack>
      <Group mt="lg" gap="xs" justify="end">
        {extra}
        <Button
          variant="default"
          onClick={() => {
            kept?.forget()
            onClose()
          }}
          data-autofocus={focus === 'cancel' || undefined}
        >
          {t.frame.actions.cancel}
        </Button>
        <Button
          type="submit"
          loading={change?.isPending ?? false}
          disabled={props.isDisabled ?? false}
          data-autofocus={focus === 'submit' || undefined}
          {...(props.isDangerous && { color: 'red' })}
        >
          {submit}
        </Button>
      </Group>
    </form>
  )
}

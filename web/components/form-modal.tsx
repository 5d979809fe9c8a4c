import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/index.ts'
import { Dialog } from './dialog.tsx'

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
  children: ReactNode
}

type FormModalProps = ModalFormProps & { title: string; size?: string }

/** Asks for what a change needs; a refusal is shown where it can be put right. */
export function FormModal({ title, size = 'md', ...form }: FormModalProps) {
  return (
    <Dialog title={title} size={size} onClose={form.onClose}>
      <ModalForm {...form} />
    </Dialog>
  )
}

/** The same inside of a dialog that first has to find out what to ask for. */
export function ModalForm(props: ModalFormProps) {
  const { submit, change, onSubmit, onClose, focus, noValidate = false, extra, children } = props
  const t = useTexts()
  return (
    <form
      noValidate={noValidate}
      // What was wrong with the last try says nothing about the next one.
      onInput={() => change?.error && change.reset?.()}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap="sm">
        {change?.error && !props.isExplained && (
          <Alert color="red" variant="light" role="alert">
            {change.error.message}
          </Alert>
        )}
        {children}
      </Stack>
      <Group mt="lg" gap="xs" justify="end">
        {extra}
        <Button
          variant="default"
          onClick={onClose}
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

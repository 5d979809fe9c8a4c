import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/index.ts'

type FormModalProps = {
  title: string
  /** What the button says that does it. */
  submit: string
  change?: { isPending: boolean; error?: Error | null; reset?: () => void }
  onSubmit: () => void
  onClose: () => void
  /** What went wrong is said below, at the field that it is about. */
  isExplained?: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  /** The button that the keyboard is on, where nothing is to be filled in. */
  focus?: 'submit' | 'cancel' | undefined
  size?: string
  children: ReactNode
}

/** Asks for what a change needs; a refusal is shown where it can be put right. */
export function FormModal(props: FormModalProps) {
  const { title, submit, change, onSubmit, onClose, focus, children } = props
  const t = useTexts()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={props.size ?? 'md'}
      closeButtonProps={{ 'aria-label': t.frame.actions.close }}
    >
      <form
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
    </Modal>
  )
}

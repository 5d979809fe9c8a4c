import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/index.ts'

type FormModalProps = {
  title: string
  /** What the button says that does it. */
  submit: string
  change: { isPending: boolean; error: Error | null; reset: () => void }
  /** What went wrong is said below, at the field that it is about. */
  isExplained?: boolean
  onSubmit: () => void
  onClose: () => void
  isDangerous?: boolean
  isDisabled?: boolean
  size?: string
  children: ReactNode
}

/** Asks for what a change needs; a refusal is shown where it can be put right. */
export function FormModal(props: FormModalProps) {
  const { title, submit, change, onSubmit, onClose, children } = props
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
        onInput={() => change.error && change.reset()}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack gap="sm">
          {change.error && !props.isExplained && (
            <Alert color="red" variant="light" role="alert">
              {change.error.message}
            </Alert>
          )}
          {children}
        </Stack>
        <Group mt="lg" gap="xs" justify="end">
          <Button variant="default" onClick={onClose}>
            {t.frame.actions.cancel}
          </Button>
          <Button
            type="submit"
            loading={change.isPending}
            disabled={props.isDisabled ?? false}
            {...(props.isDangerous && { color: 'red' })}
          >
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FormModal } from './form-modal.tsx'

type ConfirmProps = {
  title: string
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
  change?: ComponentProps<typeof FormModal>['change']
  /** It can be undone: the keyboard is on the button that does it. */
  isSafe?: boolean
}

/** What cannot be undone is asked once more, in words that say what happens. */
export function Confirm(props: ConfirmProps) {
  const { title, text, action, onConfirm, onClose, change, isSafe = false } = props
  return (
    <FormModal
      title={title}
      submit={action}
      onSubmit={onConfirm}
      onClose={onClose}
      isDangerous={!isSafe}
      focus={isSafe ? 'submit' : 'cancel'}
      {...(change && { change })}
    >
      <Text size="sm">{text}</Text>
    </FormModal>
  )
}

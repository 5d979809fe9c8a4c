import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FormModal } from './form-modal.tsx'

type ConfirmProps = Omit<ComponentProps<typeof FormModal>, 'submit' | 'children'> & {
  text: string
  action: string
  /** It can be undone: the keyboard is on the button that does it. */
  isSafe?: boolean
}

/** What cannot be undone is asked once more, in words that say what happens. */
export function Confirm({ text, action, isSafe = false, ...modal }: ConfirmProps) {
  return (
    <FormModal
      {...modal}
      submit={action}
      isDangerous={!isSafe}
      focus={isSafe ? 'submit' : 'cancel'}
    >
      <Text size="sm">{text}</Text>
    </FormModal>
  )
}

import { Modal, type ModalProps } from '@mantine/core'
import { useTexts } from '../texts/index.ts'
import { useFocusReturn } from './focus-return.ts'

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps'> & { title: string }

/** Stands before the page until it is closed. What is asked for in it is a `ModalForm`. */
export function Dialog(props: DialogProps) {
  const t = useTexts()
  useFocusReturn()
  return <Modal {...props} opened closeButtonProps={{ 'aria-label': t.frame.actions.close }} />
}

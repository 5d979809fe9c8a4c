import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTexts } from '../../texts/index.ts'

type ConfirmProps = {
  title: string
  text: string
  action: string
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What cannot be undone is asked once more, in words that say what happens. */
export function Confirm({ title, text, action, isBusy, onConfirm, onClose }: ConfirmProps) {
  const t = useTexts()
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.frame.actions.cancel}
          </Button>
          <Button color="red" loading={isBusy ?? false} onClick={onConfirm} data-autofocus>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

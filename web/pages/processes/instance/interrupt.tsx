import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { useTexts } from '../../../texts/index.ts'

export function Interrupt({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts()
  const { instance } = t.processes
  const [comment, setComment] = useState('')
  const interrupt = useChange('bpm', 'interrupt', {
    touches: ['processes', 'tasks'],
    onDone: () => {
      notifications.show({ message: instance.interrupted })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={instance.interruptTitle}>
      <Stack gap="md">
        <Text size="sm">{instance.interruptHint}</Text>
        <Textarea
          label={instance.reason}
          data-autofocus
          autosize
          minRows={2}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.frame.actions.cancel}
          </Button>
          <Button
            color="red.8"
            loading={interrupt.isPending}
            onClick={() => interrupt.mutate({ params: { id }, input: { comment } })}
          >
            {instance.interrupt}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

import { Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'

export function Interrupt({ id, onClose }: { id: string; onClose: () => void }) {
  const { instance } = useTexts().processes
  const [comment, setComment] = useState('')
  const interrupt = useChange('bpm', 'interrupt', {
    changes: ['instance'],
    onDone: () => {
      notifications.show({ message: instance.interrupted })
      onClose()
    },
    onFail: () => undefined,
  })
  return (
    <FormModal
      title={instance.interruptTitle}
      submit={instance.interrupt}
      change={interrupt}
      onSubmit={() => interrupt.mutate({ params: { id }, input: { comment } })}
      onClose={onClose}
      isDangerous
    >
      <Text size="sm">{instance.interruptHint}</Text>
      <Textarea
        label={instance.reason}
        data-autofocus
        autosize
        minRows={2}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </FormModal>
  )
}

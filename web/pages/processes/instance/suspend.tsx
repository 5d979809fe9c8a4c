import { Select, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'

type SuspendProps = { id: string; isSuspended: boolean; onClose: () => void }

/** Stops an instance, or lets it go on. */
export function Suspend({ id, isSuspended, onClose }: SuspendProps) {
  const t = useTexts().processes.suspension
  const [comment, setComment] = useState('')
  const [timers, setTimers] = useState<'fire' | 'shift'>('fire')
  const options = (message: string) => ({
    changes: ['instance' as const],
    onDone: () => {
      notifications.show({ message })
      onClose()
    },
    onFail: () => undefined,
  })
  const suspend = useChange('processes', 'suspendInstance', options(t.suspended))
  const resume = useChange('processes', 'resumeInstance', options(t.resumed))
  const params = { id }
  return (
    <FormModal
      title={isSuspended ? t.resumeTitle : t.suspendTitle}
      submit={isSuspended ? t.resume : t.suspend}
      change={isSuspended ? resume : suspend}
      onSubmit={() =>
        isSuspended
          ? resume.mutate({ params, input: { comment, timers } })
          : suspend.mutate({ params, input: { comment } })
      }
      onClose={onClose}
      isDisabled={comment.trim() === ''}
    >
      {!isSuspended && <Text size="sm">{t.hint}</Text>}
      {isSuspended && (
        <Select
          label={t.timers}
          allowDeselect={false}
          data={[
            { value: 'fire', label: t.fire },
            { value: 'shift', label: t.shift },
          ]}
          value={timers}
          onChange={(chosen) => setTimers(chosen === 'shift' ? 'shift' : 'fire')}
        />
      )}
      <Textarea
        label={t.reason}
        required
        data-autofocus
        autosize
        minRows={2}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </FormModal>
  )
}

import { Select, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'

export type Suspendable = 'instance' | 'process'

type SuspendProps = { kind: Suspendable; id: string; isSuspended: boolean; onClose: () => void }

/** Stops an instance or a whole process, or lets it go on. */
export function Suspend({ kind, id, isSuspended, onClose }: SuspendProps) {
  const all = useTexts().processes.suspension
  const t = all[kind]
  const [comment, setComment] = useState('')
  const [timers, setTimers] = useState<'fire' | 'shift'>('fire')
  const { suspend, resume } = useSuspension(kind, onClose)
  const params = { id }
  return (
    <FormModal
      title={isSuspended ? t.resumeTitle : t.suspendTitle}
      submit={isSuspended ? all.resume : all.suspend}
      change={isSuspended ? resume : suspend}
      onSubmit={() =>
        isSuspended
          ? resume.mutate({ params, input: { comment, timers } })
          : suspend.mutate({ params, input: { comment } })
      }
      onClose={onClose}
      isDisabled={comment.trim() === ''}
    >
      <Text size="sm">{isSuspended ? t.resumeHint : t.hint}</Text>
      {isSuspended && (
        <Select
          label={all.timers}
          allowDeselect={false}
          data={[
            { value: 'fire', label: all.fire },
            { value: 'shift', label: all.shift },
          ]}
          value={timers}
          onChange={(chosen) => setTimers(chosen === 'shift' ? 'shift' : 'fire')}
        />
      )}
      <Textarea
        label={all.reason}
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

function useSuspension(kind: Suspendable, onClose: () => void) {
  const t = useTexts().processes.suspension[kind]
  const options = (message: string) => ({
    changes: ['instance' as const],
    onDone: () => {
      notifications.show({ message })
      onClose()
    },
    onFail: () => undefined,
  })
  const isProcess = kind === 'process'
  return {
    suspend: useChange(
      'processes',
      isProcess ? 'suspendProcess' : 'suspendInstance',
      options(t.suspended),
    ),
    resume: useChange(
      'processes',
      isProcess ? 'resumeProcess' : 'resumeInstance',
      options(t.resumed),
    ),
  }
}

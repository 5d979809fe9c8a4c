import { Text } from '@mantine/core'
import { LongTextField, SelectField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useTexts } from '../../../texts/index.ts'

export type Suspendable = 'instance' | 'process'

type SuspendProps = { kind: Suspendable; id: string; isSuspended: boolean; onClose: () => void }

const OPERATIONS = {
  process: ['suspendProcess', 'resumeProcess'],
  instance: ['suspendInstance', 'resumeInstance'],
} as const
const TIMERS = ['fire', 'shift'] as const

/** Stops an instance or a whole process, or lets it go on. */
export function Suspend({ kind, id, isSuspended, onClose }: SuspendProps) {
  const all = useTexts().processes.suspension
  const t = all[kind]
  const { values, field, modal } = useForm('processes', OPERATIONS[kind][isSuspended ? 1 : 0], {
    values: { comment: '', timers: 'fire' as (typeof TIMERS)[number] },
    request: ({ comment, timers }) => ({
      params: { id },
      input: { comment, ...(isSuspended && { timers }) },
    }),
    changes: ['instance'],
    notice: isSuspended ? t.resumed : t.suspended,
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={isSuspended ? t.resumeTitle : t.suspendTitle}
      submit={isSuspended ? all.resume : all.suspend}
      isDisabled={values.comment.trim() === ''}
    >
      <Text size="sm">{isSuspended ? t.resumeHint : t.hint}</Text>
      {isSuspended && (
        <SelectField
          {...field('timers', all.timers)}
          data={TIMERS.map((value) => ({ value, label: all[value] }))}
        />
      )}
      <LongTextField {...field('comment', all.reason)} data-autofocus />
    </FormModal>
  )
}

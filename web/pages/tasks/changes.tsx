import { NumberField } from '../../components/controls.tsx'
import { MomentInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'
import type { TaskForm } from './form.ts'

type ChangeProps = { task: TaskForm['task']; onClose: () => void }

export function ChangeDue({ task, onClose }: ChangeProps) {
  const { tasks, frame } = useTexts()
  const { field, modal } = useForm('tasks', 'changeDates', {
    params: { id: task.id },
    values: { dueDate: task.dueAt },
    onClose,
  })
  return (
    <FormModal {...modal} title={tasks.page.changeDue} submit={frame.actions.save} size="sm">
      <MomentInput {...field('dueDate', tasks.page.due)} />
    </FormModal>
  )
}

export function ChangePercent({ task, onClose }: ChangeProps) {
  const { tasks, frame } = useTexts()
  const { field, modal } = useForm('tasks', 'changePercent', {
    values: { percent: task.percent as number | null },
    request: ({ percent }) => ({ params: { id: task.id }, input: { percent: percent ?? 0 } }),
    onClose,
  })
  return (
    <FormModal {...modal} title={tasks.page.changePercent} submit={frame.actions.save} size="sm">
      <NumberField {...field('percent', tasks.page.percent)} suffix=" %" step={10} data-autofocus />
    </FormModal>
  )
}

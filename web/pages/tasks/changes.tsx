import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { plainField } from '../../fields/plain-field.ts'
import { FieldInput } from '../../fields/registry.tsx'
import { useTexts } from '../../texts/index.ts'
import type { TaskForm } from './form.ts'

type ChangeProps = { task: TaskForm['task']; onClose: () => void }

export function ChangeDue({ task, onClose }: ChangeProps) {
  const t = useTexts()
  const [due, setDue] = useState<unknown>(task.dueAt)
  const change = useChange('tasks', 'changeDates', {
    onDone: onClose,
    onFail: () => undefined,
  })
  const save = () =>
    change.mutate({ params: { id: task.id }, input: { dueDate: (due as string | null) ?? null } })
  return (
    <FormModal
      title={t.tasks.page.changeDue}
      submit={t.frame.actions.save}
      size="sm"
      change={change}
      onSubmit={save}
      onClose={onClose}
    >
      <FieldInput
        field={plainField('DATETIME', t.tasks.page.due)}
        label={t.tasks.page.due}
        value={due}
        onChange={setDue}
      />
    </FormModal>
  )
}

export function ChangePercent({ task, onClose }: ChangeProps) {
  const t = useTexts()
  const [percent, setPercent] = useState(task.percent)
  const change = useChange('tasks', 'changePercent', {
    onDone: onClose,
    onFail: () => undefined,
  })
  const save = () => change.mutate({ params: { id: task.id }, input: { percent } })
  return (
    <FormModal
      title={t.tasks.page.changePercent}
      submit={t.frame.actions.save}
      size="sm"
      change={change}
      onSubmit={save}
      onClose={onClose}
    >
      <NumberInput
        label={t.tasks.page.percent}
        suffix=" %"
        min={0}
        max={100}
        step={10}
        value={percent}
        onChange={(next) => setPercent(Number(next) || 0)}
        data-autofocus
      />
    </FormModal>
  )
}

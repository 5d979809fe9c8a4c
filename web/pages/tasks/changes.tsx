import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../api.ts'
import { FieldInput } from '../../fields/registry.tsx'
import { useTexts } from '../../texts/index.ts'
import type { TaskForm } from './form.ts'
import { plainField } from './person-field.ts'

type ChangeProps = { task: TaskForm['task']; onClose: () => void }

export function ChangeDue({ task, onClose }: ChangeProps) {
  const t = useTexts()
  const [due, setDue] = useState<unknown>(task.dueAt)
  const change = useChange('tasks', 'changeDates', { onDone: onClose })
  const save = () =>
    change.mutate({ params: { id: task.id }, input: { dueDate: (due as string | null) ?? null } })
  return (
    <Window
      title={t.tasks.page.changeDue}
      isBusy={change.isPending}
      onSave={save}
      onClose={onClose}
    >
      <FieldInput
        field={{ ...plainField('due', 'DATETIME', t.tasks.page.due), required: false }}
        label={t.tasks.page.due}
        value={due}
        onChange={setDue}
      />
    </Window>
  )
}

export function ChangePercent({ task, onClose }: ChangeProps) {
  const t = useTexts()
  const [percent, setPercent] = useState(task.percent)
  const change = useChange('tasks', 'changePercent', { onDone: onClose })
  const save = () => change.mutate({ params: { id: task.id }, input: { percent } })
  return (
    <Window
      title={t.tasks.page.changePercent}
      isBusy={change.isPending}
      onSave={save}
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
    </Window>
  )
}

type WindowProps = {
  title: string
  isBusy: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

function Window({ title, isBusy, onSave, onClose, children }: WindowProps) {
  const t = useTexts()
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <Stack gap="sm">
        {children}
        <Group gap="xs" justify="end">
          <Button variant="default" onClick={onClose}>
            {t.frame.actions.cancel}
          </Button>
          <Button loading={isBusy} onClick={onSave}>
            {t.frame.actions.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

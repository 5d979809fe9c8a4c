import { Alert } from '@mantine/core'
import { IconCheck, IconEye, IconX } from '@tabler/icons-react'
import { useTexts } from '../../texts/index.ts'
import { isOpen, type TaskForm } from './form.ts'

/** Why there is nothing to do here, where there is nothing to do. */
export function Outcome({ form }: { form: TaskForm }) {
  const t = useTexts()
  if (isOpen(form)) {
    if (form.canSubmit) return null
    return <Note icon={<IconEye size={16} stroke={1.6} />}>{t.tasks.page.cannot}</Note>
  }
  if (form.task.state === 'cancel')
    return <Note icon={<IconX size={16} stroke={1.6} />}>{t.tasks.page.withdrawn}</Note>
  const closing = form.history.find(({ what }) => what === 'closed')
  return (
    <Note icon={<IconCheck size={16} stroke={1.6} />}>
      {closing?.by ? t.tasks.page.closed(closing.by.name) : t.tasks.page.closedBy}
    </Note>
  )
}

const Note = ({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) => (
  <Alert color="gray" icon={icon} role="status">
    {children}
  </Alert>
)

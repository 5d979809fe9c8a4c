import { Text } from '@mantine/core'
import { LongTextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useTexts } from '../../../texts/index.ts'

export function Interrupt({ id, onClose }: { id: string; onClose: () => void }) {
  const { instance: t } = useTexts().processes
  const { field, modal } = useForm('bpm', 'interrupt', {
    params: { id },
    values: { comment: '' },
    changes: ['instance'],
    notice: t.interrupted,
    onClose,
  })
  return (
    <FormModal {...modal} title={t.interruptTitle} submit={t.interrupt} isDangerous>
      <Text size="sm">{t.interruptHint}</Text>
      <LongTextField {...field('comment', t.reason)} data-autofocus />
    </FormModal>
  )
}

import { Button, List } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useTexts } from '../texts.ts'
import type { Provider } from './provider-form.tsx'

/** What a directory can be asked about people who are not signing in. */
export function DirectoryActions({ provider: { id, isEnabled } }: { provider: Provider }) {
  const t = useTexts().admin.providers
  const [isOpen, setOpen] = useState(false)
  const compare = useChange('providers', 'compare', {
    onDone: () => notifications.show({ message: t.compareBegun }),
  })
  return (
    <>
      {isEnabled && (
        <Button
          size="compact-xs"
          variant="default"
          loading={compare.isPending}
          onClick={() => compare.mutate({ params: { id } })}
        >
          {t.compare}
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t.preview}
      </Button>
      {isOpen && <Preview id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

function Preview({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts().admin.providers
  const { field, change, modal } = useForm('providers', 'preview', {
    params: { id },
    values: { login: '' },
    onClose,
    onDone: () => undefined,
  })
  return (
    <FormModal {...modal} title={t.preview} submit={t.previewAct}>
      <TextField {...field('login', t.previewLogin)} description={t.previewHint} required />
      <div role="status">
        {change.data && (
          <List size="sm">
            {change.data.findings.map(({ text, isGood }) => (
              <List.Item key={text} fw={isGood ? undefined : 600}>
                {text}
              </List.Item>
            ))}
          </List>
        )}
      </div>
    </FormModal>
  )
}

import { Button, List, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
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
  const [login, setLogin] = useState('')
  const preview = useChange('providers', 'preview', { onFail: () => undefined })
  return (
    <FormModal
      title={t.preview}
      submit={t.previewAct}
      onSubmit={() => preview.mutate({ params: { id }, input: { login } })}
      onClose={onClose}
      change={preview}
    >
      <TextInput
        label={t.previewLogin}
        description={t.previewHint}
        value={login}
        onChange={({ currentTarget }) => setLogin(currentTarget.value)}
        required
      />
      <div role="status">
        {preview.data && (
          <List size="sm">
            {preview.data.findings.map(({ text, isGood }) => (
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

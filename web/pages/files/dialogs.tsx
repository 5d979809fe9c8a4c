import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/index.ts'

type NameDialogProps = {
  title: string
  label: string
  action: string
  /** What it is called now. */
  name?: string
  onClose: () => void
  onName: (name: string) => Promise<boolean>
}

/** Asks for a name; what stands before the ending is chosen already. */
export function NameDialog({ title, label, action, name = '', onClose, onName }: NameDialogProps) {
  const t = useTexts()
  const [text, setText] = useState(name)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const isDone = text.trim() === name || (await onName(text.trim()))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={label}
            value={text}
            maxLength={255}
            data-autofocus
            onFocus={({ currentTarget }) => {
              const dot = name.lastIndexOf('.')
              currentTarget.setSelectionRange(0, dot > 0 ? dot : name.length)
            }}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.frame.actions.cancel}
            </Button>
            <Button type="submit" disabled={text.trim() === ''} loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type ConfirmDialogProps = {
  title: string
  hint: string
  action: string
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

/** For what cannot be undone by a single click. */
export function ConfirmDialog({ title, hint, action, onClose, onConfirm }: ConfirmDialogProps) {
  const t = useTexts()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{hint}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t.frame.actions.cancel}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

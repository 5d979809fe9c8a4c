import { useState } from 'react'
import { TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'

type NameDialogProps = {
  title: string
  label: string
  action: string
  /** What it is called now. */
  name?: string
  onClose: () => void
  onName: (name: string) => Promise<boolean>
}

/** Asks for a name; the part before the extension is selected. */
export function NameDialog({ title, label, action, name = '', onClose, onName }: NameDialogProps) {
  const [text, setText] = useState(name)
  const [isPending, setPending] = useState(false)
  const submit = async () => {
    setPending(true)
    const isDone = text.trim() === name || (await onName(text.trim()))
    setPending(false)
    if (isDone) onClose()
  }
  return (
    <FormModal
      title={title}
      submit={action}
      change={{ isPending }}
      isDisabled={text.trim() === ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={label}
        value={text}
        onChange={setText}
        maxLength={255}
        data-autofocus
        onFocus={({ currentTarget }) => {
          const dot = name.lastIndexOf('.')
          currentTarget.setSelectionRange(0, dot > 0 ? dot : name.length)
        }}
      />
    </FormModal>
  )
}

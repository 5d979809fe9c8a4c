import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../components/form-modal.tsx'
import { useBuildTexts } from '../texts.ts'
import type { NewColumn } from './edits.ts'

type AddColumnProps = {
  part: 'inputs' | 'outputs'
  onAdd: (column: NewColumn) => void
  onClose: () => void
}

export function AddColumn({ part, onAdd, onClose }: AddColumnProps) {
  const t = useBuildTexts().decisions
  const [column, setColumn] = useState<NewColumn>({ label: '', name: '', type: '' })
  const set = (change: Partial<NewColumn>) => setColumn({ ...column, ...change })
  const isInput = part === 'inputs'
  return (
    <FormModal
      title={isInput ? t.addInput : t.addOutput}
      submit={isInput ? t.addInput : t.addOutput}
      onSubmit={() => {
        onAdd({ ...column, name: column.name.trim() })
        onClose()
      }}
      onClose={onClose}
      isDisabled={column.name.trim() === ''}
    >
      <TextInput
        label={isInput ? t.expression : t.name}
        {...(isInput && { description: t.expressionHint })}
        required
        data-autofocus
        value={column.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        label={t.label}
        value={column.label}
        onChange={({ currentTarget }) => set({ label: currentTarget.value })}
      />
      <Select
        label={t.type}
        placeholder={t.anyType}
        clearable
        data={Object.entries(t.types).map(([value, label]) => ({ value, label }))}
        value={column.type || null}
        onChange={(type) => set({ type: type ?? '' })}
      />
    </FormModal>
  )
}

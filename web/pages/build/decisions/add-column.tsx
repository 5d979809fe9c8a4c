import { SelectField, TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useFields, useValues } from '../../../components/use-form.tsx'
import { useBuildTexts } from '../texts.ts'
import type { NewColumn } from './edits.ts'

type AddColumnProps = {
  part: 'inputs' | 'outputs'
  onAdd: (column: NewColumn) => void
  onClose: () => void
}

export function AddColumn({ part, onAdd, onClose }: AddColumnProps) {
  const t = useBuildTexts().decisions
  const { values, set, field } = useFields(useValues<NewColumn>({ label: '', name: '', type: '' }))
  const isInput = part === 'inputs'
  return (
    <FormModal
      title={isInput ? t.addInput : t.addOutput}
      submit={isInput ? t.addInput : t.addOutput}
      onSubmit={() => {
        onAdd({ ...values, name: values.name.trim() })
        onClose()
      }}
      onClose={onClose}
      isDisabled={values.name.trim() === ''}
    >
      <TextField
        {...field('name', isInput ? t.expression : t.name)}
        {...(isInput && { description: t.expressionHint })}
        required
        data-autofocus
      />
      <TextField {...field('label', t.label)} />
      <SelectField
        label={t.type}
        placeholder={t.anyType}
        clearable
        data={Object.entries(t.types).map(([value, label]) => ({ value, label }))}
        value={values.type || null}
        onChange={(type: string | null) => set({ type: type ?? '' })}
      />
    </FormModal>
  )
}

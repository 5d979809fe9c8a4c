import { Group, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import { toInput, toValues, type Values } from './folder-values.ts'
import { type Directory, type Folder, useFolders } from './folders.ts'

const DOCFLOWS = ['input', 'output', 'internal'] as const
const PERIODS = ['year', 'month', 'week', 'day'] as const

type FolderFormProps = { folder?: Folder; directory: Directory; onClose: () => void }

/** A folder and how it numbers. */
export function FolderForm({ folder, directory, onClose }: FolderFormProps) {
  const t = useTexts()
  const [values, setValues] = useState(() => toValues(folder))
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const options = { onDone: onClose, onFail: () => undefined }
  const create = useChange('nomenclature', 'createFolder', options)
  const update = useChange('nomenclature', 'updateFolder', options)
  const submit = () =>
    folder
      ? update.mutate({ params: { id: folder.id }, input: toInput(values) })
      : create.mutate({ input: { ...toInput(values), directoryId: directory.id } })
  const { fields, form, docflows, newFolder } = t.registration
  return (
    <FormModal
      title={folder?.name ?? newFolder}
      submit={folder ? t.frame.actions.save : t.frame.actions.create}
      change={folder ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={fields.name}
        value={values.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        required
        data-autofocus
      />
      <Select
        label={fields.docflow}
        data={DOCFLOWS.map((each) => ({ value: each, label: docflows[each] }))}
        value={values.docflow}
        onChange={(docflow) => docflow && set({ docflow: docflow as Values['docflow'] })}
        allowDeselect={false}
      />
      <Switch
        label={form.templateEnabled}
        checked={values.templateEnabled}
        onChange={({ currentTarget }) => set({ templateEnabled: currentTarget.checked })}
      />
      {values.templateEnabled && <Template values={values} set={set} />}
      <Counter values={values} set={set} own={folder?.serialId} />
      {(['reserveEnabled', 'editAfterRegistration', 'useReleased'] as const).map((name) => (
        <Switch
          key={name}
          label={form[name]}
          checked={values[name]}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
        />
      ))}
    </FormModal>
  )
}

type PartProps = { values: Values; set: (changes: Partial<Values>) => void }

function Template({ values, set }: PartProps) {
  const { form } = useTexts().registration
  return (
    <Group gap="sm" align="start" wrap="nowrap">
      <TextInput
        flex={1}
        label={form.template}
        description={form.templateHint}
        value={values.template}
        onChange={({ currentTarget }) => set({ template: currentTarget.value })}
        required
      />
      <NumberInput
        w={110}
        label={form.minLength}
        description={form.minLengthHint}
        value={values.minLength}
        onChange={(minLength) => set({ minLength: Number(minLength) || 0 })}
        min={0}
        max={20}
      />
    </Group>
  )
}

function Counter({ values, set, own }: PartProps & { own: string | undefined }) {
  const { form, periods } = useTexts().registration
  const { folders, labelOf } = useFolders()
  const others = folders.filter(({ serialId }) => serialId !== own)
  return (
    <>
      <Select
        label={form.through}
        placeholder={form.ownCounter}
        data={others.map((each) => ({ value: each.serialId, label: labelOf(each) }))}
        value={values.throughSerialId}
        onChange={(throughSerialId) => set({ throughSerialId })}
        searchable
        clearable
      />
      <Group gap="sm" align="end" wrap="nowrap">
        <Select
          flex={1}
          label={form.reset}
          placeholder={form.never}
          data={PERIODS.map((each) => ({ value: each, label: periods[each] }))}
          value={values.resetPeriod}
          onChange={(period) => set({ resetPeriod: period as Values['resetPeriod'] })}
          clearable
        />
        {values.resetPeriod && (
          <NumberInput
            w={110}
            label={form.every}
            value={values.resetPeriodCount}
            onChange={(count) => set({ resetPeriodCount: Number(count) || 1 })}
            min={1}
            max={1000}
          />
        )}
      </Group>
    </>
  )
}

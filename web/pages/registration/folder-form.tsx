import { Group } from '@mantine/core'
import { NumberField, SelectField, SwitchField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import type { FormFields } from '../../components/use-form.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'
import { toInput, toValues, type Values } from './folder-values.ts'
import { type Directory, type Folder, useFolders } from './folders.ts'

const DOCFLOWS = ['input', 'output', 'internal'] as const
const PERIODS = ['year', 'month', 'week', 'day'] as const
const OPTIONS = ['reserveEnabled', 'editAfterRegistration', 'useReleased'] as const

type FolderFormProps = { folder?: Folder; directory: Directory; onClose: () => void }

/** A folder and how it numbers. */
export function FolderForm({ folder, directory, onClose }: FolderFormProps) {
  const { registration: t, frame } = useTexts()
  const operation = folder ? 'updateFolder' : 'createFolder'
  const { values, field, modal } = useForm('nomenclature', operation, {
    values: toValues(folder),
    request: (values) =>
      folder
        ? { params: { id: folder.id }, input: toInput(values) }
        : { input: { ...toInput(values), directoryId: directory.id } },
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={folder?.name ?? t.newFolder}
      submit={folder ? frame.actions.save : frame.actions.create}
    >
      <TextField {...field('name', t.fields.name)} required data-autofocus />
      <SelectField
        {...field('docflow', t.fields.docflow)}
        data={DOCFLOWS.map((value) => ({ value, label: t.docflows[value] }))}
      />
      <SwitchField {...field('templateEnabled', t.form.templateEnabled)} />
      {values.templateEnabled && (
        <Group gap="sm" align="start" wrap="nowrap">
          <TextField
            flex={1}
            {...field('template', t.form.template)}
            description={t.form.templateHint}
            required
          />
          <NumberField
            w={110}
            {...field('minLength', t.form.minLength)}
            description={t.form.minLengthHint}
            min={0}
            max={20}
          />
        </Group>
      )}
      <Counter values={values} field={field} own={folder?.serialId} />
      {OPTIONS.map((name) => (
        <SwitchField key={name} {...field(name, t.form[name])} />
      ))}
    </FormModal>
  )
}

type CounterProps = Pick<FormFields<Values>, 'values' | 'field'> & { own: string | undefined }

function Counter({ values, field, own }: CounterProps) {
  const { form: t, periods } = useTexts().registration
  const { folders, labelOf } = useFolders()
  const others = folders.filter(({ serialId }) => serialId !== own)
  return (
    <>
      <SelectField
        {...field('throughSerialId', t.through)}
        placeholder={t.ownCounter}
        data={others.map((each) => ({ value: each.serialId, label: labelOf(each) }))}
        searchable
        clearable
      />
      <Group gap="sm" align="end" wrap="nowrap">
        <SelectField
          flex={1}
          {...field('resetPeriod', t.reset)}
          placeholder={t.never}
          data={PERIODS.map((value) => ({ value, label: periods[value] }))}
          clearable
        />
        {values.resetPeriod && (
          <NumberField w={110} {...field('resetPeriodCount', t.every)} min={1} max={1000} />
        )}
      </Group>
    </>
  )
}

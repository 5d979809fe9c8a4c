import type { Field } from '../fields/field.ts'
import type { Source } from '../fields/names.ts'
import { Picker } from '../fields/picker.tsx'
import { Person } from './person.tsx'

type ChooseProps = {
  source: Source
  label: string
  ids: string[]
  onPick: (ids: string[]) => void
  isSingle?: boolean
  isRequired?: boolean
  /** In a table the column says what it is. */
  isBare?: boolean
  error?: string | undefined
}

/** The picker of the fields, for choices that belong to no field. */
export function Choose(props: ChooseProps) {
  const { source, label, ids, onPick, isSingle = false, isRequired = false } = props
  return (
    <Picker
      input={{
        field: toField(label, isRequired),
        value: ids,
        onChange: () => undefined,
        ...(!props.isBare && { label }),
        ...(props.error && { error: props.error }),
      }}
      source={source}
      ids={ids}
      onPick={onPick}
      isSingle={isSingle}
      {...(source === 'users' && {
        render: ({ id, name }) => <Person id={id} name={name} />,
      })}
    />
  )
}

const toField = (name: string, required: boolean): Field => ({
  code: '',
  type: 'SYS_COLLECTION',
  array: true,
  single: false,
  required,
  indexed: false,
  searchable: false,
  deleted: false,
  calcByFormula: false,
  formula: '',
  defaultValue: null,
  data: {},
  view: { name, tooltip: '' },
})

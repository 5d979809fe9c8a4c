import type { Source } from '../fields/names.ts'
import { Picker } from '../fields/picker.tsx'
import { plainField } from '../fields/plain-field.ts'
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
        field: plainField('SYS_COLLECTION', label, {
          array: true,
          single: false,
          required: isRequired,
        }),
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

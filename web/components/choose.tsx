import type { ReactNode } from 'react'
import type { Source } from '../fields/names.ts'
import { Picker } from '../fields/picker.tsx'
import { plainField } from '../fields/plain-field.ts'
import { Person } from './person.tsx'

type ChooseProps = {
  source: Source
  label: string
  value: string[]
  onChange: (ids: string[]) => void
  isSingle?: boolean
  required?: boolean
  /** In a table the column says what it is. */
  isBare?: boolean
  error?: ReactNode
}

/** The picker of the fields, for choices that belong to no field. */
export function Choose(props: ChooseProps) {
  const { source, label, value, onChange, isSingle = false, required = false } = props
  return (
    <Picker
      input={{
        field: plainField('SYS_COLLECTION', label, { array: true, single: false, required }),
        value,
        onChange: () => undefined,
        ...(!props.isBare && { label }),
        error: props.error,
      }}
      source={source}
      ids={value}
      onPick={onChange}
      isSingle={isSingle}
      {...(source === 'users' && {
        render: ({ id, name }) => <Person id={id} name={name} />,
      })}
    />
  )
}

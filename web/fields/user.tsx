import { Person } from '../components/person.tsx'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { idsOf, PeopleValue } from './linked.tsx'
import { isSingle } from './parts.tsx'
import { Picker } from './picker.tsx'

function View({ value, isShort = false }: ViewProps) {
  return <PeopleValue value={value} isShort={isShort} />
}

function Input(props: InputProps) {
  return (
    <Picker
      input={props}
      source="users"
      ids={idsOf(props.value)}
      onPick={props.onChange}
      isSingle={isSingle(props.field)}
      render={({ id, name }) => <Person id={id} name={name} />}
    />
  )
}

export const user: FieldKind = { View, Input }

import type { Field } from './field.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { ItemsValue, idsOf } from './linked.tsx'
import { isSingle, settingOf } from './parts.tsx'
import { Picker } from './picker.tsx'

const targetOf = (field: Field) => ({
  namespace: settingOf<string>(field, 'namespace') ?? '',
  code: settingOf<string>(field, 'code') ?? '',
})

function View({ field, value, isShort = false }: ViewProps) {
  return <ItemsValue {...targetOf(field)} value={value} isShort={isShort} />
}

function Input(props: InputProps) {
  const { namespace, code } = targetOf(props.field)
  return (
    <Picker
      input={props}
      source={`${namespace}/${code}`}
      ids={idsOf(props.value)}
      onPick={props.onChange}
      isSingle={isSingle(props.field)}
    />
  )
}

export const collection: FieldKind = { View, Input }

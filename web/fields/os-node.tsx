import { MultiSelect, Select, Text } from '@mantine/core'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { idsOf } from './linked.tsx'
import { useOrgUnits } from './org.ts'
import { captionOf, isSingle, None, useClear } from './parts.tsx'

function View({ value }: ViewProps) {
  const t = useTexts()
  const { nameOf, isKnown } = useOrgUnits()
  const ids = idsOf(value)
  if (ids.length === 0) return <None />
  const names = ids.map((id) => nameOf(id) ?? (isKnown ? t.items.values.unknown : ''))
  return <>{names.join(', ')}</>
}

function Input(props: InputProps) {
  const clear = useClear(props)
  const { units } = useOrgUnits()
  const ids = idsOf(props.value)
  const shared = {
    ...captionOf(props),
    ...clear,
    data: units.map(({ id, name }) => ({ value: id, label: name })),
    renderOption: ({ option }: { option: { value: string; label: string } }) => (
      <span>
        {option.label}{' '}
        <Text component="span" size="xs" c="var(--quiet)">
          {units.find(({ id }) => id === option.value)?.above}
        </Text>
      </span>
    ),
    searchable: true,
    clearable: true,
  }
  return isSingle(props.field) ? (
    <Select {...shared} value={ids[0] ?? null} onChange={(id) => props.onChange(id ? [id] : [])} />
  ) : (
    <MultiSelect {...shared} value={ids} onChange={props.onChange} />
  )
}

export const osNode: FieldKind = { View, Input }

import { MultiSelect, Select } from '@mantine/core'
import { hueOf, Tag, Tags } from '../components/tag.tsx'
import type { Field } from './field.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { asList, captionOf, None, settingOf, useClear } from './parts.tsx'

type Option = { code: string; name: string }

const optionsOf = (field: Field): Option[] => settingOf<Option[]>(field, 'enumItems') ?? []

/** A code by itself is what filters and defaults have. */
const codeOf = (value: Option | string): string => (typeof value === 'string' ? value : value.code)

function View({ field, value }: ViewProps) {
  const options = optionsOf(field)
  const chosen = asList<Option | string>(value).map(codeOf)
  if (chosen.length === 0) return <None />
  return (
    <Tags>
      {chosen.map((code) => {
        const index = options.findIndex((option) => option.code === code)
        return (
          <Tag key={code} hue={hueOf(index + 1)}>
            {options[index]?.name ?? code}
          </Tag>
        )
      })}
    </Tags>
  )
}

function Input(props: InputProps) {
  const { field, value, onChange } = props
  const clear = useClear(props)
  const options = optionsOf(field)
  const data = options.map(({ code, name }) => ({ value: code, label: name }))
  const chosen = asList<Option | string>(value).map(codeOf)
  const choose = (codes: string[]) => onChange(codes.map((code) => ({ code })))
  const shared = {
    ...captionOf(props),
    ...clear,
    data,
    renderOption: ({ option }: { option: { value: string; label: string } }) => (
      <Tag isBare hue={hueOf(options.findIndex(({ code }) => code === option.value) + 1)}>
        {option.label}
      </Tag>
    ),
    searchable: options.length > 8,
    clearable: !field.required,
  }
  return settingOf<boolean>(field, 'multiple') ? (
    <MultiSelect {...shared} value={chosen} onChange={choose} hidePickedOptions />
  ) : (
    <Select {...shared} value={chosen[0] ?? null} onChange={(code) => choose(code ? [code] : [])} />
  )
}

export const category: FieldKind = { View, Input }

import { Select } from '@mantine/core'
import { hueOf, Tag } from '../components/tag.tsx'
import type { Field } from './field.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None, settingOf, useClear } from './parts.tsx'

export type StatusItem = { id: number; code: string; name: string; colour?: string }
type Status = { order: number; status: number }

export const statusesOf = (field: Field | undefined): StatusItem[] =>
  (field && settingOf<StatusItem[]>(field, 'statusItems')) ?? []

/** An item says its status by number, filters also bare. */
const idOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : ((value as Status | null | undefined)?.status ?? undefined)

/** The colour that the app gives it, or one by its place. */
export function statusHue(statuses: StatusItem[], id: number | undefined): string {
  const at = statuses.findIndex((each) => each.id === id)
  return statuses[at]?.colour ?? hueOf(at)
}

export function StatusTag({ statuses, id }: { statuses: StatusItem[]; id: number }) {
  const found = statuses.find((each) => each.id === id)
  return found ? <Tag hue={statusHue(statuses, id)}>{found.name}</Tag> : <None />
}

function View({ field, value }: ViewProps) {
  const id = idOf(value)
  return id === undefined ? <None /> : <StatusTag statuses={statusesOf(field)} id={id} />
}

/** For filters: items change their status by its own menu. */
function Input(props: InputProps) {
  const { field, value, onChange } = props
  const clear = useClear(props)
  const statuses = statusesOf(field)
  const id = idOf(value)
  return (
    <Select
      {...captionOf(props)}
      {...clear}
      data={statuses.map((each) => ({ value: String(each.id), label: each.name }))}
      renderOption={({ option }) => (
        <Tag isBare hue={statusHue(statuses, Number(option.value))}>
          {option.label}
        </Tag>
      )}
      value={id === undefined ? null : String(id)}
      onChange={(next) => onChange(next ? { order: 0, status: Number(next) } : null)}
      clearable
    />
  )
}

export const status: FieldKind = { View, Input }

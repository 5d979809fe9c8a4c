import { MultiSelect, NumberInput, Select, Stack } from '@mantine/core'
import { TextField } from '../../../components/controls.tsx'
import { DayInput } from '../../../components/day-input.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'
import { familyOf, isGivenBy, PERIODS, type Period } from './families.ts'
import { type Condition, isParameter, needsValue } from './model.ts'

type ValueProps = { field: Field; condition: Condition; onChange: (value: unknown) => void }

type ComparedProps = ValueProps & {
  /** What whoever opens a report is asked for. */
  parameters: readonly Field[]
}

/** What a condition compares with: a value, or what is given for a parameter. */
export function ValueInput({ parameters, ...props }: ComparedProps) {
  const t = useTexts().apps.filter
  const { field, condition, onChange } = props
  const { operator, value } = condition
  const named = isParameter(value) ? value.parameter : ''
  const fitting = parameters.filter((each) => each.code === named || isGivenBy(field, each))
  if (!needsValue(operator)) return null
  if ((fitting.length === 0 && !named) || operator === 'within') return <OwnValue {...props} />
  const choices = fitting.map(({ code, view }) => ({ value: code, label: t.parameter(view.name) }))
  const isGone = named !== '' && fitting.every(({ code }) => code !== named)
  const hasValue = familyOf(field) !== 'boolean'
  return (
    <Stack gap={4}>
      <Select
        size="xs"
        aria-label={t.compareWith}
        placeholder={t.compareWith}
        data={[
          ...(hasValue ? [{ value: '', label: t.ownValue }] : []),
          ...choices,
          ...(isGone ? [{ value: named, label: t.parameter(named) }] : []),
        ]}
        value={named || (hasValue ? '' : null)}
        allowDeselect={false}
        onChange={(code) => onChange(code ? { parameter: code } : undefined)}
      />
      {hasValue && !named && <OwnValue {...props} />}
    </Stack>
  )
}

/** A value, in the way its field is filled in. */
function OwnValue({ field, condition, onChange }: ValueProps) {
  const t = useTexts()
  const { operator, value } = condition
  const shared = { size: 'xs', 'aria-label': t.apps.filter.value } as const
  if (operator === 'within') {
    const names = Object.keys(PERIODS) as Period[]
    const data = names.map((name) => ({ value: name, label: t.apps.filter.periods[name] }))
    return (
      <Select {...shared} data={data} value={String(value ?? '') || null} onChange={onChange} />
    )
  }
  switch (familyOf(field)) {
    case 'number':
      return <NumberValue field={field} value={value} onChange={onChange} />
    case 'date':
      return (
        <DayInput
          label={t.apps.filter.value}
          value={String(value ?? '')}
          onChange={onChange}
          isBare
        />
      )
    case 'choice':
    case 'status':
      return <ChoiceInput field={field} value={value} onChange={onChange} />
    case 'people':
    case 'links':
      return (
        <FieldInput
          field={{ ...field, single: false, array: true, required: false }}
          value={value ?? []}
          onChange={onChange}
        />
      )
    default:
      return <TextField {...shared} value={String(value ?? '')} onChange={onChange} />
  }
}

type InputProps = Pick<ValueProps, 'field' | 'onChange'> & { value: unknown }

function NumberValue({ field, value, onChange }: InputProps) {
  const t = useTexts()
  if (field.type === 'DURATION') {
    return <FieldInput field={{ ...field, required: false }} value={value} onChange={onChange} />
  }
  const currency = field.type === 'MONEY' ? String(field.data.currency ?? '') : undefined
  return (
    <NumberInput
      size="xs"
      aria-label={t.apps.filter.value}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      hideControls
      {...(currency && { suffix: ` ${currency}` })}
    />
  )
}

type Option = { code: string; name: string; id?: number }

/** Statuses are asked for by number, categories by code. */
export const optionsOf = ({ type, data }: Field): { value: string; label: string }[] => {
  const options = (type === 'STATUS' ? data.statusItems : data.enumItems) as Option[] | undefined
  return (options ?? []).map(({ id, code, name }) => ({
    value: type === 'STATUS' ? String(id) : code,
    label: name,
  }))
}

function ChoiceInput({ field, value, onChange }: InputProps) {
  const t = useTexts()
  const chosen = Array.isArray(value) ? value.map(String) : []
  const isStatus = field.type === 'STATUS'
  return (
    <MultiSelect
      size="xs"
      aria-label={t.apps.filter.value}
      data={optionsOf(field)}
      value={chosen}
      onChange={(next) => onChange(isStatus ? next.map(Number) : next)}
      hidePickedOptions
    />
  )
}

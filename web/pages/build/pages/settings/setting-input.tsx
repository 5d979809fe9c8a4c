import { MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { Draft } from '../../draft/use-draft.ts'
import { usePageTexts } from '../texts.ts'
import { FilterInput } from './filter-input.tsx'
import { type FieldUse, PERIODS, type Setting } from './forms.ts'
import { useNamed } from './use-named.ts'
import type { Source, SourceField } from './use-source.ts'

type Named = { draft: Draft; kind: 'app' | 'report' | 'process' | 'contract' }
type Common = {
  label: string
  value: unknown
  error?: string | undefined
  onChange: (value: unknown) => void
}

type SettingInputProps = {
  draft: Draft
  setting: Setting
  source: Source
  value: unknown
  error?: string | undefined
  onChange: (value: unknown) => void
}

/** One setting of a widget. What is emptied is taken out of the file. */
export function SettingInput({
  draft,
  setting,
  source,
  value,
  error,
  onChange,
}: SettingInputProps) {
  const t = usePageTexts()
  const texts: Record<string, string> = t.settings
  const label = texts[setting.label ?? setting.key] ?? setting.key
  const common = { label, value, error, onChange }
  const options: Record<string, string> = t.options
  switch (setting.is) {
    case 'app':
    case 'contract':
    case 'report':
    case 'process':
      return <NamedInput {...common} draft={draft} kind={setting.is} />
    case 'field':
      return <Choice {...common} data={toOptions(fitting(source.fields, setting.of))} />
    case 'fields':
      return <Several {...common} data={toOptions(source.fields)} />
    case 'sort':
      return <SortInput {...common} source={source} />
    case 'statuses':
      return (
        <Several {...common} data={toOptions(source.groups.flatMap((each) => each.statuses))} />
      )
    case 'group':
      return (
        <Choice {...common} data={toOptions(source.groups.filter(({ code }) => code !== ''))} />
      )
    case 'choice':
      return (
        <Choice
          {...common}
          data={setting.options.map((each) => ({ value: each, label: options[each] ?? each }))}
        />
      )
    case 'filter':
      return <FilterInput {...common} fields={source.fields} />
    case 'trend':
      return <TrendInput {...common} source={source} />
    case 'number':
      return (
        <NumberInput
          label={label}
          error={error}
          min={1}
          max={100}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      )
    case 'long':
      return (
        <Textarea
          label={label}
          error={error}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
          autosize
          minRows={4}
        />
      )
    case 'text':
      return (
        <TextInput
          label={label}
          error={error}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
  }
}

const GROUPED = ['CATEGORY', 'SYS_USER', 'SYS_COLLECTION', 'BOOLEAN']

/** The types that can be used so. */
const USES: Record<FieldUse, readonly string[]> = {
  number: ['INTEGER', 'FLOAT', 'MONEY', 'DURATION'],
  coloured: ['CATEGORY', 'BOOLEAN', 'STATUS'],
  grouped: ['STATUS', ...GROUPED],
  lanes: GROUPED,
  columns: ['STATUS', 'CATEGORY'],
  image: ['IMAGE', 'FILE'],
  date: ['DATETIME'],
}

export const fitting = (fields: SourceField[], of: FieldUse | undefined): SourceField[] =>
  fields.filter(
    ({ type, kind }) =>
      of === undefined || (USES[of].includes(type) && (of !== 'date' || kind !== 'time')),
  )

const toOptions = (all: readonly { code: string; name: string }[]) =>
  all.map(({ code, name }) => ({ value: code, label: name }))

type Data = { value: string; label: string }[]

/** A value that is not among the options stays visible. */
const withValue = (data: Data, values: readonly string[]): Data => [
  ...data,
  ...values
    .filter((each) => !data.some(({ value }) => value === each))
    .map((value) => ({ value, label: value })),
]

export function Choice({ label, value, error, onChange, data }: Common & { data: Data }) {
  const chosen = typeof value === 'string' ? value : null
  return (
    <Select
      label={label}
      error={error}
      data={withValue(data, chosen ? [chosen] : [])}
      value={chosen}
      onChange={(next) => onChange(next ?? undefined)}
      clearable
      searchable={data.length > 8}
    />
  )
}

export function Several({ label, value, error, onChange, data }: Common & { data: Data }) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <MultiSelect
      label={label}
      error={error}
      data={withValue(data, chosen)}
      value={chosen}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      searchable
      hidePickedOptions
    />
  )
}

export const NamedInput = ({ draft, kind, ...common }: Common & Named) => (
  <Choice {...common} data={useNamed(draft, kind)} />
)

type Sort = { field: string; ascending?: boolean }

/** The first field of the order; what more a file says stays until it is changed. */
function SortInput({ value, source, ...common }: Common & { source: Source }) {
  const t = usePageTexts()
  const [first] = (Array.isArray(value) ? value : []) as Sort[]
  const directions = ['ascending', 'descending'] as const
  return (
    <>
      <Choice
        {...common}
        value={first?.field}
        data={toOptions(source.fields)}
        onChange={(field) =>
          common.onChange(field ? [{ ...first, field: String(field) }] : undefined)
        }
      />
      {first && (
        <Choice
          label={t.settings.direction}
          value={first.ascending === false ? 'descending' : 'ascending'}
          data={directions.map((each) => ({ value: each, label: t.options[each] }))}
          onChange={(next) =>
            common.onChange([
              { field: first.field, ...(next === 'descending' && { ascending: false }) },
            ])
          }
        />
      )}
    </>
  )
}

type Trend = { field: string; over: string }

function TrendInput({ value, source, ...common }: Common & { source: Source }) {
  const t = usePageTexts()
  const options: Record<string, string> = t.options
  const trend = value as Trend | undefined
  return (
    <>
      <Choice
        {...common}
        value={trend?.field}
        data={toOptions(fitting(source.fields, 'date'))}
        onChange={(field) =>
          common.onChange(field ? { field, over: trend?.over ?? 'month' } : undefined)
        }
      />
      {trend && (
        <Choice
          label={t.settings.over}
          value={trend.over}
          data={PERIODS.map((each) => ({ value: each, label: options[each] ?? each }))}
          onChange={(over) => over && common.onChange({ ...trend, over })}
        />
      )}
    </>
  )
}

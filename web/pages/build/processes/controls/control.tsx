import { Select } from '@mantine/core'
import { CheckboxField } from '../../../../components/controls.tsx'
import { useBuildTexts } from '../../texts.ts'
import { type Choice, type Known, variableChoices } from '../known.ts'
import type { Cells, Value } from '../settings/place.ts'
import type { Setting, Suggested } from '../settings/setting.ts'
import { CodeArea } from './code-area.tsx'
import { ConditionField } from './condition.tsx'
import { usePendingText } from './pending-text.ts'
import { PeopleField } from './people.tsx'
import { FormRows, MappingRows } from './rows.tsx'
import { type FieldProps, LinesField, SuggestField, TextField, TimeField } from './texts.tsx'

export type Surroundings = Known & { exits: Choice[]; messages: Choice[]; activities: Choice[] }

type ControlProps = {
  setting: Setting
  isRequired: boolean
  value: Value
  known: Surroundings
  onChange: (value: Value) => void
}

/** The field of one setting. */
export function SettingControl({ setting, isRequired, value, known, onChange }: ControlProps) {
  const t = useBuildTexts().processes
  const { name, control } = setting
  const label = (t.settings as Record<string, string>)[name] ?? name
  const hint = hintOf(t.hints, HINTS[control.kind] ?? name)
  const field = { label, hint, isRequired, value: String(value), onChange }
  const variables = choicesOf(known, 'variables')
  switch (control.kind) {
    case 'text':
      return control.suggests ? (
        <SuggestField {...field} choices={choicesOf(known, control.suggests)} />
      ) : (
        <TextField {...field} />
      )
    case 'time':
      return <TimeField {...field} choices={variables} />
    case 'lines':
      return <LinesField {...field} />
    case 'script':
      return <ScriptField {...field} />
    case 'condition':
      return <ConditionField {...field} />
    case 'people':
      return <PeopleField {...field} known={known} />
    case 'yes-no':
      return <CheckboxField size="xs" label={label} value={value === true} onChange={onChange} />
    case 'choice':
      return <ChoiceField {...field} setting={setting} />
    case 'form':
      return (
        <FormRows label={label} rows={value as Cells[]} variables={variables} onChange={onChange} />
      )
    case 'mappings':
      return (
        <MappingRows
          label={label}
          rows={value as Cells[]}
          variables={variables}
          onChange={onChange}
        />
      )
  }
}

function ScriptField(props: FieldProps) {
  const { text, change, flush } = usePendingText(props.value, props.onChange)
  return <CodeArea {...props} value={text} onChange={change} onBlur={flush} />
}

/** Controls whose hint is the same wherever they are. */
const HINTS: Partial<Record<Setting['control']['kind'], string>> = { condition: 'condition' }

const hintOf = (hints: Record<string, string>, name: string): string | undefined => hints[name]

const choicesOf = (known: Surroundings, from: Suggested): Choice[] =>
  from === 'variables' ? variableChoices(known) : known[from]

type ChoiceProps = {
  setting: Setting
  label: string
  isRequired: boolean
  value: string
  onChange: (value: string) => void
}

function ChoiceField({ setting, label, isRequired, value, onChange }: ChoiceProps) {
  const t = useBuildTexts().processes.choices as Record<string, string | Record<string, string>>
  const { control, name, place } = setting
  if (control.kind !== 'choice') return null
  const texts = t[control.texts ?? name] as Record<string, string>
  return (
    <Select
      size="xs"
      label={label}
      withAsterisk={isRequired}
      placeholder={String(t.none)}
      clearable={place.at !== 'trigger'}
      allowDeselect={false}
      data={control.values.map((each) => ({ value: each, label: texts[each] ?? each }))}
      value={value === '' ? null : value}
      onChange={(given) => onChange(given ?? '')}
    />
  )
}

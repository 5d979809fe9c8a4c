import { JsonInput, MultiSelect, TagsInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  LongTextField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../components/controls.tsx'
import { useBuildTexts } from '../texts.ts'
import { IconInput } from './icon-input.tsx'
import type { Control, JsonSchema } from './json-schema.ts'
import { errorAt, putSetting, type SettingPath, type SettingProps, settingAt } from './setting.ts'

const captionOf = ({ label, description, isRequired = false, place }: SettingProps) => ({
  label,
  description,
  required: isRequired,
  error: errorAt(place),
})

const textOf = (value: unknown): string => (value === undefined ? '' : String(value))

function YesNo(props: SettingProps) {
  const { place, schema, label, description } = props
  return (
    <SwitchField
      label={label}
      description={description}
      error={errorAt(place)}
      value={Boolean(settingAt(place) ?? schema.default)}
      onChange={(value) => putSetting(place, value, schema.default ?? false)}
    />
  )
}

function Choice(props: SettingProps) {
  const { place, schema, isRequired = false } = props
  const data = useChoices(schema)
  return (
    <SelectField
      {...captionOf(props)}
      data={data}
      value={textOf(settingAt(place) ?? schema.default)}
      allowDeselect={!isRequired && schema.default === undefined}
      onChange={(value: string | null) => putSetting(place, value ?? undefined, schema.default)}
    />
  )
}

function useChoices({ enum: values = [] }: JsonSchema) {
  const words: Record<string, string> = useBuildTexts().schema.values
  return values.map((each) => ({
    value: String(each),
    label: words[String(each)] ?? String(each),
  }))
}

function PlainText(props: SettingProps) {
  const { place, schema } = props
  return (
    <TextField
      {...captionOf(props)}
      value={textOf(settingAt(place) ?? schema.default)}
      onChange={(value) =>
        props.isRequired ? place.draft.set(place.file, place.at, value) : putSetting(place, value)
      }
    />
  )
}

function LongText(props: SettingProps) {
  const { place } = props
  return (
    <LongTextField
      {...captionOf(props)}
      maxRows={12}
      value={textOf(settingAt(place))}
      onChange={(value) => putSetting(place, value)}
    />
  )
}

function Numeric(props: SettingProps) {
  const { place, schema } = props
  const value = settingAt(place) ?? schema.default
  return (
    <NumberField
      {...captionOf(props)}
      allowDecimal={schema.type === 'number'}
      value={typeof value === 'number' ? value : null}
      onChange={(next) => putSetting(place, next ?? undefined, schema.default)}
    />
  )
}

const listAt = (place: SettingPath): string[] => {
  const value = settingAt(place)
  return value === undefined || value === null ? [] : [value].flat().map(String)
}

function Choices(props: SettingProps) {
  const { place, schema } = props
  const data = useChoices(schema.items ?? {})
  return (
    <MultiSelect
      {...captionOf(props)}
      data={data}
      value={listAt(place)}
      onChange={(values) => putSetting(place, values.length > 0 ? values : undefined)}
    />
  )
}

function Texts(props: SettingProps) {
  const { place } = props
  return (
    <TagsInput
      {...captionOf(props)}
      value={listAt(place)}
      onChange={(values) => putSetting(place, values.length > 0 ? values : undefined)}
    />
  )
}

/** What has no input of its own is written down as JSON, and taken over when it is readable. */
function Json(props: SettingProps) {
  const t = useBuildTexts().schema
  const { place } = props
  const value = settingAt(place)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (value === undefined ? '' : JSON.stringify(value, null, 2))
  return (
    <JsonInput
      {...captionOf(props)}
      validationError={t.notJson}
      autosize
      minRows={2}
      maxRows={16}
      value={text}
      onChange={setTyped}
      onBlur={() => {
        if (typed === undefined) return
        const read = readJson(typed)
        if (!read) return
        putSetting(place, read.value)
        setTyped(undefined)
      }}
    />
  )
}

function readJson(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export const inputs: Record<
  Exclude<Control, 'group' | 'fields'>,
  (props: SettingProps) => ReactNode
> = {
  'yes-no': YesNo,
  choice: Choice,
  text: PlainText,
  'long-text': LongText,
  icon: IconInput,
  number: Numeric,
  choices: Choices,
  texts: Texts,
  json: Json,
}

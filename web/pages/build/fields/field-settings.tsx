import { MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { isCode } from '../code-of.ts'
import { type JsonSchema, propertyOf } from '../schema/json-schema.ts'
import { errorAt, placeIn, putSetting, useCaption } from '../schema/setting.ts'
import { SimpleForm } from '../schema/simple-form.tsx'
import { RenameButton } from '../shell/rename.tsx'
import { useBuildTexts } from '../texts.ts'
import { DefaultInput } from './default-input.tsx'
import type { FieldProps } from './field-props.ts'
import classes from './fields.module.css'
import { schemaOf, withType } from './new-field.ts'
import { OptionList } from './option-list.tsx'
import { useApps } from './use-apps.ts'
import { useTypes } from './use-types.ts'

/** Those that stand in a place of their own, whatever the type. */
const OWN = [
  ...['name', 'type', 'options', 'columns', 'app', 'apps', 'renamedFrom', 'renamedOptions'],
  ...['tooltip', 'default'],
]
const FLAGS = ['required', 'unique', 'indexed', 'searchable']

/** Everything that can be said about a field. */
export function FieldSettings(props: FieldProps) {
  const { root, types, field, place, isColumn } = props
  const schema = schemaOf(types, field.type) ?? {}
  const known = Object.keys(schema.properties ?? {})
  const flags = FLAGS.filter((key) => isColumn || key === 'required' || field[key] === true)
  const special = known.filter((key) => ![...OWN, ...FLAGS].includes(key))
  const form = (keys: readonly string[]) => (
    <SimpleForm key={keys.join()} root={root} schema={schema} place={place} keys={keys} />
  )
  return (
    <Stack gap="sm">
      <div className={classes.pair}>
        {form(['name'])}
        <TypeInput {...props} />
        <CodeInput {...props} />
      </div>
      {known.includes('options') && <OptionList place={placeIn(place, 'options')} />}
      {known.includes('app') && <AppInput {...props} />}
      {known.includes('apps') && <AppsInput {...props} />}
      {special.length > 0 && (
        <div className={classes.pair}>{special.map((key) => form([key]))}</div>
      )}
      {known.includes('columns') &&
        props.renderFields(
          placeIn(place, 'columns'),
          propertyOf(root, schema, 'columns').additionalProperties as JsonSchema,
        )}
      <div className={classes.pair}>{flags.map((key) => form([key]))}</div>
      <div className={classes.pair}>
        {form(['tooltip'])}
        {known.includes('default') && field.secret !== true && <DefaultInput {...props} />}
      </div>
    </Stack>
  )
}

function TypeInput({ types, field, place }: FieldProps) {
  const t = useBuildTexts().app.fields
  const choices = useTypes(types)
  return (
    <Select
      label={t.newType}
      data={choices}
      value={field.type ?? ''}
      allowDeselect={false}
      searchable
      error={errorAt(placeIn(place, 'type'))}
      onChange={(type) =>
        type && place.draft.set(place.file, place.at, withType(field, type, types))
      }
    />
  )
}

/** Values are stored under the code: in what is published it is renamed everywhere at once. */
function CodeInput({ code, place }: FieldProps) {
  const { draft, file, at } = place
  const t = useBuildTexts()
  const isNew = draft.files[file]?.state === 'added'
  return (
    <TextInput
      key={code}
      label={t.shell.code}
      readOnly={!isNew}
      variant={isNew ? 'default' : 'filled'}
      defaultValue={code}
      rightSection={!isNew && at.length === 2 && <RenameButton place={place} code={code} />}
      onBlur={({ currentTarget }) => {
        const to = currentTarget.value.trim()
        if (isNew && to !== code && isCode(to)) draft.edit([{ file, op: 'renameKey', at, to }])
        else currentTarget.value = code
      }}
    />
  )
}

function AppInput({ field, place }: FieldProps) {
  const apps = useApps(place.draft)
  const captionOf = useCaption()
  const own = placeIn(place, 'app')
  return (
    <Select
      {...captionOf('app')}
      required
      searchable
      data={apps}
      value={typeof field.app === 'string' ? field.app : ''}
      error={errorAt(own)}
      onChange={(path) => path && putSetting(own, path)}
    />
  )
}

function AppsInput({ field, place }: FieldProps) {
  const apps = useApps(place.draft)
  const captionOf = useCaption()
  const own = placeIn(place, 'apps')
  return (
    <MultiSelect
      {...captionOf('apps')}
      searchable
      data={apps}
      value={Array.isArray(field.apps) ? (field.apps as string[]) : []}
      error={errorAt(own)}
      onChange={(paths) => putSetting(own, paths.length > 0 ? paths : undefined)}
    />
  )
}

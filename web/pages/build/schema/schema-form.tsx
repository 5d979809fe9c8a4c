import { Fieldset, Stack } from '@mantine/core'
import { FieldList } from '../fields/field-list.tsx'
import { inputs } from './inputs.tsx'
import { controlOf, type JsonSchema, resolve } from './json-schema.ts'
import { placeIn, type SettingPath, type SettingProps, useCaption } from './setting.ts'

type SchemaFormProps = {
  /** The schema of the whole file, which others refer into. */
  root: JsonSchema
  schema: JsonSchema
  place: SettingPath
  /** Only these settings; absent = all. */
  only?: readonly string[]
  /** Settings that have a place of their own. */
  without?: readonly string[]
  /** What settings are called here, where the same key means something else in other definitions. */
  captions?: Record<string, string>
}

/** An input for each setting that the schema knows: a new setting appears by itself. */
export function SchemaForm(props: SchemaFormProps) {
  const { root, schema, place, only, without = [], captions = {} } = props
  const { properties = {}, required = [] } = resolve(root, schema)
  const captionOf = useCaption()
  const keys = (only ?? Object.keys(properties)).filter(
    (key) => key in properties && !without.includes(key),
  )
  return (
    <Stack gap="sm">
      {keys.map((key) => {
        const own = resolve(root, properties[key] ?? {})
        return (
          <Setting
            key={key}
            root={root}
            schema={own}
            place={placeIn(place, key)}
            {...(key in captions ? { label: captions[key] ?? key } : captionOf(key, own))}
            isRequired={required.includes(key)}
          />
        )
      })}
    </Stack>
  )
}

function Setting({ root, ...props }: SettingProps & { root: JsonSchema }) {
  const { schema, place, label } = props
  const control = controlOf(root, schema)
  if (control === 'group') {
    return (
      <Fieldset legend={label}>
        <SchemaForm root={root} schema={schema} place={place} />
      </Fieldset>
    )
  }
  if (control === 'fields') {
    return (
      <Fieldset legend={label}>
        <FieldList
          root={root}
          schema={schema.additionalProperties as JsonSchema}
          place={place}
          isPart
        />
      </Fieldset>
    )
  }
  const Input = inputs[control]
  return <Input {...props} />
}

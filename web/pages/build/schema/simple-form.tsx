import { Stack } from '@mantine/core'
import { inputs } from './inputs.tsx'
import { controlOf, type JsonSchema, resolve } from './json-schema.ts'
import { placeIn, type SettingPath, useCaption } from './setting.ts'

type SimpleFormProps = {
  root: JsonSchema
  schema: JsonSchema
  place: SettingPath
  keys: readonly string[]
}

/** Settings that are one value each; groups and fields of fields are written down as JSON. */
export function SimpleForm({ root, schema, place, keys }: SimpleFormProps) {
  const { properties = {}, required = [] } = resolve(root, schema)
  const captionOf = useCaption()
  return (
    <Stack gap="sm">
      {keys
        .filter((key) => key in properties)
        .map((key) => {
          const own = resolve(root, properties[key] ?? {})
          const control = controlOf(root, own)
          const Input = inputs[control === 'group' || control === 'fields' ? 'json' : control]
          return (
            <Input
              key={key}
              schema={own}
              place={placeIn(place, key)}
              isRequired={required.includes(key)}
              {...captionOf(key, own)}
            />
          )
        })}
    </Stack>
  )
}

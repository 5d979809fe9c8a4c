import { Input as Frame, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../api.ts'
import { Tags } from '../components/tag.tsx'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { ItemsValue } from './linked.tsx'
import { asList, captionOf, isSingle, None, settingOf } from './parts.tsx'
import { Picker } from './picker.tsx'

type Reference = { namespace: string; code: string; id: string }

function View({ value, isShort = false }: ViewProps) {
  const references = asList<Reference>(value)
  if (references.length === 0) return <None />
  return (
    <Tags>
      {references.map(({ namespace, code, id }) => (
        <ItemsValue key={id} {...{ namespace, code, isShort }} value={[id]} />
      ))}
    </Tags>
  )
}

const pathOf = ({ namespace, code }: Omit<Reference, 'id'>) => `${namespace}/${code}`

/** The apps whose items may be meant, by name. */
function useApps(allowed: string[] | undefined) {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  return (data?.workspaces ?? [])
    .flatMap(({ apps }) => apps)
    .map((app) => ({ value: pathOf(app), label: app.name }))
    .filter(({ value }) => allowed?.includes(value) ?? true)
}

/** First the app, then the item. */
function Input(props: InputProps) {
  const t = useTexts()
  const references = asList<Reference>(props.value)
  const apps = useApps(settingOf<string[]>(props.field, 'apps'))
  const [first] = references
  const [chosenApp, setApp] = useState(first && pathOf(first))
  const app = chosenApp ?? apps[0]?.value ?? '/'
  const [namespace = '', code = ''] = app.split('/')
  const { label, error, description, required, disabled } = captionOf(props)
  const others = isSingle(props.field) ? [] : references.filter((each) => pathOf(each) !== app)
  return (
    <Frame.Wrapper label={label} error={error} description={description} required={required}>
      <Group gap={6} wrap="wrap" align="start">
        <Select
          aria-label={t.items.input.appOf(props.field.view.name)}
          data={apps}
          value={app}
          onChange={(next) => setApp(next ?? undefined)}
          allowDeselect={false}
          disabled={disabled}
          flex="1 1 120px"
        />
        <div style={{ flex: '2 1 180px' }}>
          <Picker
            key={app}
            input={{
              field: props.field,
              value: null,
              onChange: props.onChange,
              isDisabled: disabled,
            }}
            source={`${namespace}/${code}`}
            ids={references.filter((each) => pathOf(each) === app).map(({ id }) => id)}
            onPick={(ids) =>
              props.onChange([...others, ...ids.map((id) => ({ namespace, code, id }))])
            }
            isSingle={isSingle(props.field)}
          />
        </div>
      </Group>
    </Frame.Wrapper>
  )
}

export const refItem: FieldKind = { View, Input }

import { Stack, TextInput } from '@mantine/core'
import type { Draft } from '../../draft/use-draft.ts'
import type { WidgetValue } from '../placed.ts'
import { usePageTexts } from '../texts.ts'
import { formOf } from './forms.ts'
import { SettingInput } from './setting-input.tsx'
import { useSource } from './use-source.ts'

type WidgetFormProps = { draft: Draft; file: string; value: WidgetValue }

/** The name and the settings of a widget, each saved as it is changed. */
export function WidgetForm({ draft, file, value }: WidgetFormProps) {
  const t = usePageTexts()
  const { settings = {}, type = '' } = value
  const source = useSource(draft, typeof settings.app === 'string' ? settings.app : undefined)
  const errorAt = (at: (string | number)[]) => draft.problemsAt(file, at, 'within')[0]?.message
  const whole = draft.problemsAt(file, ['settings'])[0]?.message
  return (
    <Stack gap="xs">
      <TextInput
        label={t.name}
        value={value.name ?? ''}
        error={errorAt(['name'])}
        onChange={(event) => draft.set(file, ['name'], event.currentTarget.value)}
        required
      />
      {formOf(type, settings).map((setting, at) => (
        <SettingInput
          key={setting.key}
          draft={draft}
          setting={setting}
          source={source}
          value={settings[setting.key]}
          error={errorAt(['settings', setting.key]) ?? (at === 0 ? whole : undefined)}
          onChange={(next) => draft.set(file, ['settings', setting.key], next)}
        />
      ))}
    </Stack>
  )
}

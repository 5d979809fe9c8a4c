import { Autocomplete, Stack } from '@mantine/core'
import { SwitchField } from '../../../components/controls.tsx'
import { usePeople } from '../../people/people.ts'
import { Suggestion } from '../processes/controls/texts.tsx'
import { SchemaForm } from '../schema/schema-form.tsx'
import { errorAt, putSetting } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import type { ModulePartProps } from './module-value.ts'

/** Settings that have a tab or an input of their own. */
const ELSEWHERE = [
  ...['scripts', 'actions', 'handlers', 'routes', 'parameters', 'scriptUser', 'telephony'],
]
const FIRST = ['name', 'summary', 'enabled']

/** What the module is called, whose rights its programs have, and everything that has no other place. */
export function SettingsTab(props: ModulePartProps) {
  const { draft, file, root } = props
  const t = useBuildTexts().modules
  const place = { draft, file, at: [] }
  const shared = { root, schema: root, place, captions: t.settings }
  return (
    <Stack gap="sm" maw={640}>
      <SchemaForm {...shared} only={FIRST} />
      <ScriptUser {...props} />
      <SchemaForm {...shared} without={[...ELSEWHERE, ...FIRST]} />
      <Telephony {...props} />
    </Stack>
  )
}

function Telephony({ draft, file, value }: ModulePartProps) {
  const t = useBuildTexts().modules
  const place = { draft, file, at: ['telephony'] }
  return (
    <SwitchField
      label={t.telephony}
      error={errorAt(place, 'within')}
      value={value.telephony !== undefined && value.telephony?.enabled !== false}
      onChange={(isOn) => putSetting(place, isOn ? { enabled: true } : undefined)}
    />
  )
}

function ScriptUser({ draft, file, value }: ModulePartProps) {
  const t = useBuildTexts().modules
  const { scriptUser = '' } = value
  const { rows } = usePeople({ text: scriptUser, status: undefined })
  const names = new Map(rows.map(({ login, name }) => [login, name]))
  const place = { draft, file, at: ['scriptUser'] }
  return (
    <Autocomplete
      label={t.scriptUser}
      description={t.scriptUserHint}
      data={[...names.keys()]}
      value={scriptUser}
      error={errorAt(place)}
      onChange={(login) => putSetting(place, login)}
      renderOption={({ option }) => (
        <Suggestion value={option.value} label={names.get(option.value)} />
      )}
    />
  )
}

import { Alert, Autocomplete, Select } from '@mantine/core'
import { errorAt, placeIn, putSetting, type SettingPath } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import { functionsIn } from './functions.ts'
import { type Caller, type ModuleValue, USUAL } from './module-value.ts'

type CalledProps = { module: ModuleValue; called: Caller; place: SettingPath }

/** The function that is called: of which program, and which of those that it has. */
export function CalledInputs({ module, called, place }: CalledProps) {
  const t = useBuildTexts().modules
  const { scripts = {} } = module
  const codes = Object.keys(scripts)
  if (codes.length === 0) {
    return (
      <Alert color="orange" variant="light" role="note">
        {t.noPrograms}
      </Alert>
    )
  }
  const [script, own] = [placeIn(place, 'script'), placeIn(place, 'function')]
  return (
    <>
      <Select
        label={t.script}
        required
        data={codes}
        value={called.script ?? null}
        allowDeselect={false}
        error={errorAt(script)}
        onChange={(code) => code && putSetting(script, code)}
      />
      <Autocomplete
        label={t.function}
        required
        data={functionsIn(scripts[called.script ?? ''] ?? '')}
        value={called.function ?? USUAL}
        error={errorAt(own)}
        onChange={(name) => place.draft.set(place.file, own.at, name)}
      />
    </>
  )
}

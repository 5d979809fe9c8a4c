import { Select } from '@mantine/core'
import { useApps } from '../fields/use-apps.ts'
import { NamedList } from '../named-list.tsx'
import { type JsonSchema, propertyOf } from '../schema/json-schema.ts'
import { SchemaForm } from '../schema/schema-form.tsx'
import { errorAt, placeIn, putSetting, type SettingPath } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import { CalledInputs } from './called-inputs.tsx'
import { CodeRow } from './code-row.tsx'
import { firstCalled, type ModulePartProps, type ModuleValue, USUAL } from './module-value.ts'
import classes from './modules.module.css'

type Handler = NonNullable<NonNullable<ModuleValue['handlers']>[string]>

const useOccasions = () =>
  Object.entries(useBuildTexts().modules.handler.types).map(([value, label]) => ({ value, label }))

/** What is called after something has happened to an item. */
export function HandlersTab({ draft, file, root, value }: ModulePartProps) {
  const t = useBuildTexts().modules
  const schema = propertyOf(root, root, 'handlers').additionalProperties as JsonSchema
  const apps = useApps(draft)
  const types = useOccasions()
  const nameOf = (path: string | undefined) =>
    path === undefined
      ? t.handler.anyApp
      : (apps.find((each) => each.value === path)?.label ?? path)
  const about = ({ on, app, function: called = USUAL }: Handler) =>
    [nameOf(app), types.find((each) => each.value === on)?.label ?? on, called].join(' · ')
  return (
    <NamedList<Handler>
      label={t.handler.list}
      place={{ draft, file, at: ['handlers'] }}
      about={(handler) => <span className={classes.quiet}>{about(handler)}</span>}
      removeLabel={t.handler.remove}
      empty={t.handler.none}
      add={{
        ...{ nameLabel: t.handler.newName, typeLabel: t.handler.type, submit: t.handler.add },
        ...{ types, firstType: 'created', code: 'handler' },
        make: (name, on) => ({ name, on, ...firstCalled(value) }),
        isOpened: () => true,
      }}
    >
      {(handler, code, place) => (
        <div className={classes.pair}>
          <SchemaForm {...{ root, schema, place, only: ['name'] }} captions={t.handler.settings} />
          <CodeRow place={place} code={code} />
          <Occasion handler={handler} place={place} apps={apps} />
          <CalledInputs module={value} called={handler} place={place} />
        </div>
      )}
    </NamedList>
  )
}

type OccasionProps = { handler: Handler; place: SettingPath; apps: ReturnType<typeof useApps> }

function Occasion({ handler, place, apps }: OccasionProps) {
  const t = useBuildTexts().modules.handler
  const types = useOccasions()
  const [on, app] = [placeIn(place, 'on'), placeIn(place, 'app')]
  return (
    <>
      <Select
        label={t.type}
        required
        data={types}
        value={handler.on ?? null}
        allowDeselect={false}
        error={errorAt(on)}
        onChange={(next) => next && putSetting(on, next)}
      />
      <Select
        label={t.app}
        placeholder={t.anyApp}
        data={apps}
        value={handler.app ?? null}
        searchable
        clearable
        error={errorAt(app)}
        onChange={(next) => putSetting(app, next ?? undefined)}
      />
    </>
  )
}

import { Alert, Code, Input, Select, Stack } from '@mantine/core'
import { NamedList } from '../named-list.tsx'
import { type JsonSchema, propertyOf } from '../schema/json-schema.ts'
import { SchemaForm } from '../schema/schema-form.tsx'
import { errorAt, placeIn, putSetting, type SettingPath } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import { CalledInputs } from './called-inputs.tsx'
import { CodeRow } from './code-row.tsx'
import {
  codeOfModule,
  firstCalled,
  type ModulePartProps,
  type ModuleValue,
  USUAL,
} from './module-value.ts'
import classes from './modules.module.css'

type Route = NonNullable<NonNullable<ModuleValue['routes']>[string]>

const CLOSED = 'token'

const useAccess = () =>
  Object.entries(useBuildTexts().modules.route.types).map(([value, label]) => ({ value, label }))

/** Addresses at which programs answer. */
export function RoutesTab({ draft, file, root, value }: ModulePartProps) {
  const t = useBuildTexts().modules
  const schema = propertyOf(root, root, 'routes').additionalProperties as JsonSchema
  const types = useAccess()
  const about = ({ access = CLOSED, function: called = USUAL }: Route) =>
    [types.find((each) => each.value === access)?.label ?? access, called].join(' · ')
  const form = (only: readonly string[], place: SettingPath) => (
    <SchemaForm {...{ root, schema, place, only }} captions={t.route.settings} />
  )
  return (
    <NamedList<Route>
      label={t.route.list}
      place={{ draft, file, at: ['routes'] }}
      about={(route) => <span className={classes.quiet}>{about(route)}</span>}
      removeLabel={t.route.remove}
      empty={t.route.none}
      add={{
        ...{ nameLabel: t.route.newName, typeLabel: t.route.type, submit: t.route.add },
        ...{ types, firstType: CLOSED, resetsType: true, code: 'route' },
        make: (name, access) => ({
          name,
          ...(access !== CLOSED && { access }),
          ...firstCalled(value),
        }),
        isOpened: () => true,
      }}
    >
      {(route, code, place) => (
        <Stack gap="sm">
          <div className={classes.pair}>
            {form(['name'], place)}
            <CodeRow place={place} code={code} />
            <Access route={route} place={place} />
            <CalledInputs module={value} called={route} place={place} />
            {form(['methods'], place)}
          </div>
          <Address path={`/modules/${codeOfModule(file)}/${code}`} />
          {route.access === 'public' && !value.scriptUser && (
            <Alert color="orange" variant="light" role="note">
              {t.route.needsUser}
            </Alert>
          )}
        </Stack>
      )}
    </NamedList>
  )
}

function Access({ route, place }: { route: Route; place: SettingPath }) {
  const t = useBuildTexts().modules.route
  const types = useAccess()
  const own = placeIn(place, 'access')
  return (
    <Select
      label={t.type}
      data={types}
      value={route.access ?? CLOSED}
      allowDeselect={false}
      error={errorAt(own)}
      onChange={(next) => putSetting(own, next ?? undefined, CLOSED)}
    />
  )
}

function Address({ path }: { path: string }) {
  const t = useBuildTexts().modules.route
  return (
    <Input.Wrapper label={t.address} labelElement="div" description={t.addressHint}>
      <Code block mt={4} className={classes.code ?? ''}>
        {location.origin + path}
      </Code>
    </Input.Wrapper>
  )
}

import { Stack } from '@mantine/core'
import { NamedList } from '../named-list.tsx'
import { type JsonSchema, propertyOf } from '../schema/json-schema.ts'
import { SchemaForm } from '../schema/schema-form.tsx'
import { useBuildTexts } from '../texts.ts'
import { CalledInputs } from './called-inputs.tsx'
import { CodeRow } from './code-row.tsx'
import { firstCalled, type ModulePartProps, type ModuleValue, USUAL } from './module-value.ts'
import classes from './modules.module.css'

type Action = NonNullable<NonNullable<ModuleValue['actions']>[string]>

/** Steps that processes can take. */
export function ActionsTab({ draft, file, root, value }: ModulePartProps) {
  const t = useBuildTexts().modules
  const schema = propertyOf(root, root, 'actions').additionalProperties as JsonSchema
  const types = Object.entries(t.action.types).map(([type, label]) => ({ value: type, label }))
  return (
    <NamedList<Action>
      label={t.action.list}
      place={{ draft, file, at: ['actions'] }}
      about={(action) => (
        <span className={classes.quiet}>{action.url ?? action.function ?? USUAL}</span>
      )}
      removeLabel={t.action.remove}
      empty={t.action.none}
      add={{
        ...{ nameLabel: t.action.newName, typeLabel: t.action.type, submit: t.action.add },
        ...{ types, firstType: 'script', code: 'action' },
        make: (name, type) =>
          type === 'url' ? { name, url: 'https://' } : { name, ...firstCalled(value) },
        isOpened: () => true,
      }}
    >
      {(action, code, place) => {
        const form = (only: readonly string[]) => (
          <SchemaForm {...{ root, schema, place, only }} captions={t.action.settings} />
        )
        return (
          <Stack gap="sm">
            <div className={classes.pair}>
              {form(['name'])}
              <CodeRow place={place} code={code} />
              {action.url === undefined ? (
                <>
                  <CalledInputs module={value} called={action} place={place} />
                  {form(['check', 'every'])}
                </>
              ) : (
                form(['url', 'isAsync'])
              )}
            </div>
            {form(['input', 'output', ...(action.url === undefined ? ['variables'] : [])])}
          </Stack>
        )
      }}
    </NamedList>
  )
}

import { Badge, Tabs } from '@mantine/core'
import { useAddressState } from '../../../components/address-state.ts'
import { Shown } from '../../../components/states.tsx'
import type { EditorProps } from '../editor-props.ts'
import { FieldList } from '../fields/field-list.tsx'
import type { JsonSchema } from '../schema/json-schema.ts'
import { propertyOf } from '../schema/json-schema.ts'
import { useSchema } from '../schema/use-schema.ts'
import { useBuildTexts } from '../texts.ts'
import { FormsTab } from './forms/forms-tab.tsx'
import type { AppPartProps } from './part.ts'
import { RegistrationTab } from './registration-tab.tsx'
import { RightsTab } from './rights/rights-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { StatusesTab } from './statuses/statuses-tab.tsx'
import { ViewsTab } from './views/views-tab.tsx'

/** Which settings each part of the designer shows. */
const PARTS = {
  fields: ['fields'],
  statuses: ['statuses', 'transitions', 'locks'],
  forms: ['forms'],
  views: ['views', 'columns', 'defaultView'],
  rights: ['rights', 'fieldRights'],
  registration: ['registration'],
  settings: [],
} as const
type Part = keyof typeof PARTS

const partOf = (key: string | undefined): Part =>
  (Object.keys(PARTS) as Part[]).find((part) =>
    (PARTS[part] as readonly string[]).includes(key ?? ''),
  ) ?? (key ? 'settings' : 'fields')

/** The designer of an app, part by part. */
export function AppEditor(props: EditorProps) {
  const asked = useSchema('app')
  return <Shown of={asked}>{(root) => <Parts {...props} root={root} />}</Shown>
}

function Parts(props: AppPartProps) {
  const t = useBuildTexts().app
  const { get, set } = useAddressState()
  const part = (get('tab') || partOf(get('at').split('.')[0] || undefined)) as Part
  return (
    <Tabs value={part} onChange={(next) => set({ tab: next, at: null })} keepMounted={false}>
      <Tabs.List mb="md" aria-label={t.parts}>
        {(Object.keys(PARTS) as Part[]).map((each) => (
          <Tabs.Tab key={each} value={each} px="sm" rightSection={<Wrong {...props} part={each} />}>
            {t.tabs[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="fields">
        <FieldsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="statuses">
        <StatusesTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="forms">
        <FormsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="views">
        <ViewsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="rights">
        <RightsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="registration">
        <RegistrationTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <SettingsTab {...props} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** How many problems a part has. */
function Wrong({ draft, file, part }: AppPartProps & { part: Part }) {
  const t = useBuildTexts().shell
  const count = draft
    .problemsAt(file, [], 'within')
    .filter(({ at: [key] }) => partOf(key === undefined ? 'name' : String(key)) === part).length
  if (count === 0) return null
  return (
    <Badge size="xs" color="red" circle aria-label={t.problems(count)}>
      {count}
    </Badge>
  )
}

function FieldsTab({ draft, file, root }: AppPartProps) {
  const { additionalProperties } = propertyOf(root, root, 'fields')
  return (
    <FieldList
      root={root}
      schema={additionalProperties as JsonSchema}
      place={{ draft, file, at: ['fields'] }}
    />
  )
}

import { Shown } from '../../../components/states.tsx'
import type { EditorProps } from '../editor-props.ts'
import { FieldList } from '../fields/field-list.tsx'
import type { JsonSchema } from '../schema/json-schema.ts'
import { propertyOf } from '../schema/json-schema.ts'
import { useSchema } from '../schema/use-schema.ts'
import { PartTabs } from '../shell/part-tabs.tsx'
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
  fields: { keys: ['fields'], Tab: FieldsTab },
  statuses: { keys: ['statuses', 'transitions', 'locks'], Tab: StatusesTab },
  forms: { keys: ['forms'], Tab: FormsTab },
  views: { keys: ['views', 'columns', 'defaultView'], Tab: ViewsTab },
  rights: { keys: ['rights', 'fieldRights'], Tab: RightsTab },
  registration: { keys: ['registration'], Tab: RegistrationTab },
  settings: { keys: [], Tab: SettingsTab },
}

/** The designer of an app, part by part. */
export function Editor(props: EditorProps) {
  const asked = useSchema('app')
  return <Shown of={asked}>{(root) => <Parts {...props} root={root} />}</Shown>
}

function Parts(props: AppPartProps) {
  const t = useBuildTexts().app
  const parts = Object.entries(PARTS).map(([part, { keys, Tab }]) => [
    part,
    { title: t.tabs[part as keyof typeof PARTS], keys, render: () => <Tab {...props} /> },
  ])
  return (
    <PartTabs
      draft={props.draft}
      file={props.file}
      label={t.parts}
      parts={Object.fromEntries(parts)}
    />
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

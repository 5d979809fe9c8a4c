import { Stack } from '@mantine/core'
import { SchemaForm } from '../schema/schema-form.tsx'
import { NameTemplate } from './name-template.tsx'
import type { AppPartProps } from './part.ts'

/** Settings that have a tab or an input of their own. */
const ELSEWHERE = [
  ...['fields', 'statuses', 'transitions', 'locks', 'forms', 'rights', 'fieldRights'],
  ...['registration', 'nameTemplate', 'views', 'columns', 'defaultView'],
]
const FIRST = ['name', 'elementName', 'description']

/** What the app is called, how its items are named, and everything that has no other place. */
export function SettingsTab(props: AppPartProps) {
  const { draft, file, root } = props
  const place = { draft, file, at: [] }
  return (
    <Stack gap="sm" maw={640}>
      <SchemaForm root={root} schema={root} place={place} only={FIRST} />
      <NameTemplate {...props} />
      <SchemaForm root={root} schema={root} place={place} without={[...ELSEWHERE, ...FIRST]} />
    </Stack>
  )
}

import { Shown } from '../../../components/states.tsx'
import type { EditorProps } from '../editor-props.ts'
import { workspaceOf } from '../parts.ts'
import { SchemaForm } from '../schema/schema-form.tsx'
import { useSchema } from '../schema/use-schema.ts'
import { PartTabs } from '../shell/part-tabs.tsx'
import { useBuildTexts } from '../texts.ts'
import { ParametersTab } from './parameters-tab.tsx'

/** The designer of a workspace: its settings, and its parameters with the values that hold now. */
export function Editor({ draft, file }: EditorProps) {
  const t = useBuildTexts().parameters
  const asked = useSchema('workspace')
  const state = draft.info?.files.find(({ path }) => path === file)?.state
  const namespace = state === 'added' ? undefined : workspaceOf(file)
  return (
    <Shown of={asked}>
      {(root) => (
        <PartTabs
          draft={draft}
          file={file}
          label={t.partsOfWorkspace}
          parts={{
            settings: {
              title: t.settings,
              keys: Object.keys(root.properties ?? {}).filter((key) => key !== 'parameters'),
              render: () => (
                <SchemaForm
                  root={root}
                  schema={root}
                  place={{ draft, file, at: [] }}
                  without={['parameters']}
                />
              ),
            },
            parameters: {
              title: t.title,
              keys: ['parameters'],
              render: () => (
                <ParametersTab {...{ draft, file, root, namespace }} hint={t.ofWorkspace} />
              ),
            },
          }}
        />
      )}
    </Shown>
  )
}

import { Shown } from '../../../components/states.tsx'
import type { EditorProps } from '../editor-props.ts'
import { ParametersTab } from '../parameters/parameters-tab.tsx'
import type { JsonSchema } from '../schema/json-schema.ts'
import { useSchema } from '../schema/use-schema.ts'
import { PartTabs } from '../shell/part-tabs.tsx'
import { useBuildTexts } from '../texts.ts'
import { ActionsTab } from './actions-tab.tsx'
import { HandlersTab } from './handlers-tab.tsx'
import type { ModulePartProps, ModuleValue } from './module-value.ts'
import { ProgramsTab } from './programs-tab.tsx'
import { RoutesTab } from './routes-tab.tsx'
import { RunsTab } from './runs-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { usePublished } from './use-published.ts'

const PARTS = {
  programs: { keys: ['scripts'], Tab: ProgramsTab },
  actions: { keys: ['actions'], Tab: ActionsTab },
  handlers: { keys: ['handlers'], Tab: HandlersTab },
  routes: { keys: ['routes'], Tab: RoutesTab },
  parameters: { keys: ['parameters'], Tab: ModuleParameters },
  runs: { keys: [], Tab: RunsTab },
  settings: { keys: [], Tab: SettingsTab },
}

/** The designer of a module: its programs, and when their functions are called. */
export function Editor(props: EditorProps) {
  const asked = useSchema('module')
  return <Shown of={asked}>{(root) => <Parts {...props} root={root} />}</Shown>
}

function Parts(props: EditorProps & { root: JsonSchema }) {
  const t = useBuildTexts().modules
  const { draft, file } = props
  const value = (draft.files[file]?.value ?? {}) as ModuleValue
  const parts = Object.entries(PARTS).map(([part, { keys, Tab }]) => [
    part,
    {
      title: t.tabs[part as keyof typeof PARTS],
      keys,
      render: () => <Tab {...props} value={value} />,
    },
  ])
  return <PartTabs draft={draft} file={file} label={t.parts} parts={Object.fromEntries(parts)} />
}

function ModuleParameters({ draft, file, root }: ModulePartProps) {
  const t = useBuildTexts().parameters
  const namespace = usePublished(file)?.namespace
  return <ParametersTab {...{ draft, file, root, namespace }} hint={t.ofModule} />
}

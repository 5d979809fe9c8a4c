import { Button, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Loading } from '../../../components/states.tsx'
import { type Draft, useDraftFile } from '../draft/use-draft.ts'
import type { EditorProps } from '../editor-props.ts'
import { SchemaEditor } from '../schema/schema-editor.tsx'
import { useBuildTexts } from '../texts.ts'
import { ServiceLevels } from './clocks/service-levels.tsx'
import { ProcessDesigner } from './editor/designer.tsx'
import { diagramOf, newDiagram } from './new-diagram.ts'
import { useKnown } from './use-known.ts'
import { useVersions } from './use-versions.ts'

type ProcessValue = { name?: string; bpmn?: string }

/** The designer of a process: its diagram, and the settings that stand in its own file. */
export function Editor({ draft, file }: EditorProps) {
  const { bpmn } = (draft.files[file]?.value ?? {}) as ProcessValue
  const diagram = diagramOf(file, bpmn)
  const isThere = draft.info?.files.some(
    ({ path, state }) => path === diagram && state !== 'removed',
  )
  return isThere ? (
    <Drawn key={diagram} draft={draft} file={file} diagram={diagram} />
  ) : (
    <Undrawn draft={draft} file={file} diagram={diagram} />
  )
}

type DrawnProps = EditorProps & { diagram: string }

function Drawn({ draft, file, diagram }: DrawnProps) {
  const content = useDraftFile(draft, diagram)
  const known = useKnown(draft, file)
  const versions = useVersions(draft, file)
  const problems = useMemo(
    () => draft.problems.filter((each) => each.file === diagram),
    [draft.problems, diagram],
  )
  if (content?.text === undefined) return <Loading />
  return (
    <ProcessDesigner
      name={nameIn(draft, file)}
      bpmn={content.text}
      known={known}
      problems={problems}
      versions={versions}
      onChange={(text) => draft.edit([{ file: diagram, op: 'write', text }])}
      onBlank={() => draft.edit([{ file: diagram, op: 'write', text: blankOf(draft, file) }])}
      levels={(of) => <ServiceLevels draft={draft} file={file} known={known} {...of} />}
    >
      <SchemaEditor draft={draft} file={file} kind="process" without={['sla']} />
    </ProcessDesigner>
  )
}

function Undrawn({ draft, file, diagram }: DrawnProps) {
  const t = useBuildTexts().processes.editor
  const begin = () => draft.edit([{ file: diagram, op: 'create', text: blankOf(draft, file) }])
  return (
    <Stack align="start">
      <Text>{t.noDiagram}</Text>
      <Button onClick={begin}>{t.create}</Button>
    </Stack>
  )
}

function blankOf(draft: Draft, file: string): string {
  const [name = ''] = file.split('/').slice(-1)
  return newDiagram({ code: name.replace(/\.yaml$/, ''), name: nameIn(draft, file) })
}

const nameIn = (draft: Draft, file: string): string =>
  (draft.files[file]?.value as ProcessValue | undefined)?.name ?? file

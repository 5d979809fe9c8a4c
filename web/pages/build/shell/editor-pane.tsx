import { Alert } from '@mantine/core'
import { IconPencilCog, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Empty, Loading } from '../../../components/states.tsx'
import { type Draft, useDraftFile } from '../draft/use-draft.ts'
import { editors } from '../editors.ts'
import { useBuildTexts } from '../texts.ts'
import { FileText } from './file-panel.tsx'

const SchemaEditor = lazy(async () => ({
  default: (await import('../schema/schema-editor.tsx')).SchemaEditor,
}))

type EditorPaneProps = { draft: Draft; file: string }

/** The designer of a file: its own, or one made of the schema of its kind, or the text. */
export function EditorPane({ draft, file }: EditorPaneProps) {
  const t = useBuildTexts().shell
  const entry = draft.info?.files.find(({ path }) => path === file)
  if (entry?.state === 'removed') {
    return <Empty icon={IconTrash} title={t.isRemoved} hint={t.isRemovedHint} />
  }
  if (file && entry?.isReadOnly) {
    return (
      <>
        <Alert color="gray" variant="light" mb="sm" role="note">
          {t.readOnly[entry.kind === 'process' || file.endsWith('.bpmn') ? 'process' : 'other']}
        </Alert>
        <div inert>
          <FileEditor key={file} draft={draft} file={file} />
        </div>
      </>
    )
  }
  if (file) return <FileEditor key={file} draft={draft} file={file} />
  return <Empty icon={IconPencilCog} title={t.choose} hint={t.chooseHint} />
}

function FileEditor({ draft, file }: EditorPaneProps) {
  const t = useBuildTexts().shell
  const content = useDraftFile(draft, file)
  const kind = draft.info?.files.find(({ path }) => path === file)?.kind
  // Making it was refused, or somebody removed it.
  const isThere = draft.info?.files.some(({ path }) => path === file)
  if (!content && !isThere)
    return <Empty icon={IconPencilCog} title={t.choose} hint={t.chooseHint} />
  if (!content) return <Loading />
  if (!kind) return <FileText draft={draft} file={file} />
  if (!isMap(content.value)) {
    return (
      <>
        <Alert color="orange" variant="light" mb="sm">
          {t.fileUnreadable}
        </Alert>
        <FileText draft={draft} file={file} />
      </>
    )
  }
  const Editor = editors[kind]
  return (
    <Suspense fallback={<Loading />}>
      {Editor ? (
        <Editor draft={draft} file={file} />
      ) : (
        <SchemaEditor draft={draft} file={file} kind={kind} />
      )}
    </Suspense>
  )
}

const isMap = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

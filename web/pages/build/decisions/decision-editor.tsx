import { Button, Stack, Text } from '@mantine/core'
import { Loading } from '../../../components/states.tsx'
import { type Draft, useDraftFile } from '../draft/use-draft.ts'
import type { EditorProps } from '../editor-props.ts'
import { SchemaEditor } from '../schema/schema-editor.tsx'
import { useBuildTexts } from '../texts.ts'
import { Cases } from './cases.tsx'
import classes from './decisions.module.css'
import { newTable } from './new-table.ts'
import { TableEditor } from './one-table.tsx'
import { partsOf } from './table.ts'

type DecisionValue = { name?: string; dmn?: string; cases?: string }

/** A file beside the definition: the one that it names, or the one that is called like it. */
const beside = (file: string, named: string | undefined, extension: string): string =>
  named ? `${file.slice(0, file.lastIndexOf('/') + 1)}${named}` : file.replace(/\.yaml$/, extension)

const isThere = (draft: Draft, path: string): boolean =>
  draft.info?.files.some((each) => each.path === path && each.state !== 'removed') ?? false

/** The designer of a decision: its tables as grids, the cases that must hold, and its settings. */
export function Editor({ draft, file }: EditorProps) {
  const t = useBuildTexts().decisions
  const value = (draft.files[file]?.value ?? {}) as DecisionValue
  const dmn = beside(file, value.dmn, '.dmn')
  const cases = beside(file, value.cases, '.cases.yaml')
  const code =
    file
      .split('/')
      .at(-1)
      ?.replace(/\.yaml$/, '') ?? ''
  const begin = () =>
    draft.edit([{ file: dmn, op: 'create', text: newTable(code, value.name ?? code, t) }])
  return (
    <div className={classes.editor}>
      {isThere(draft, dmn) ? (
        <Tables draft={draft} dmn={dmn} cases={cases} />
      ) : (
        <Stack align="start">
          <Text>{t.noTable}</Text>
          <Button onClick={begin}>{t.create}</Button>
        </Stack>
      )}
      <details className={classes.settings}>
        <summary>{t.settings}</summary>
        <SchemaEditor draft={draft} file={file} kind="decision" />
      </details>
    </div>
  )
}

function Tables({ draft, dmn, cases }: { draft: Draft; dmn: string; cases: string }) {
  const t = useBuildTexts().decisions
  const content = useDraftFile(draft, dmn)
  if (content?.text === undefined) return <Loading />
  const { tables, inputs } = partsOf(content.text)
  const problems = draft.problems.filter((each) => each.file === dmn)
  return (
    <>
      {tables.length === 0 && <Text>{t.noGrid}</Text>}
      {tables.map((table, at) => (
        <TableEditor key={table.id || at} {...{ draft, dmn, table, at, problems }} />
      ))}
      <Cases
        draft={draft}
        file={cases}
        isThere={isThere(draft, cases)}
        inputs={inputs.map(({ name }) => name)}
        isRun={!draft.problems.some(({ file, severity }) => file === dmn && severity === 'error')}
      />
    </>
  )
}

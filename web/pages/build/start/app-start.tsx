import { FileInput, Input, SegmentedControl, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../../client.ts'
import { uploadTemporary } from '../../../components/uploads.ts'
import type { Edit } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { nameOf } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'
import { readCsv, textOf } from './csv.ts'
import { appFromTable } from './guess-fields.ts'

/** Makes the file of an app that is called so. */
export type StartEdits = ((file: string, name: string) => Edit[]) | undefined

type AppStartProps = {
  draft: Draft
  /** `null` while the way that was chosen lacks something. */
  onChange: (edits: StartEdits | null) => void
}
type Way = 'nothing' | 'copy' | 'table'

/** From nothing, as a copy of another app, or with the columns of a table. */
export function AppStart(props: AppStartProps) {
  const t = useBuildTexts().shell.start
  const [way, setWay] = useState<Way>('nothing')
  return (
    <>
      <Input.Wrapper label={t.title} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t.title}
            size="xs"
            data={(['nothing', 'copy', 'table'] as const).map((value) => ({
              value,
              label: t[value],
            }))}
            value={way}
            onChange={(next) => {
              setWay(next as Way)
              props.onChange(next === 'nothing' ? undefined : null)
            }}
          />
        </div>
      </Input.Wrapper>
      {way === 'copy' && <Copy {...props} />}
      {way === 'table' && <Table {...props} />}
    </>
  )
}

function Copy({ draft, onChange }: AppStartProps) {
  const t = useBuildTexts().shell.start
  const apps = (draft.info?.files ?? []).filter(
    ({ kind, state }) => kind === 'app' && state !== 'removed',
  )
  const choose = async (path: string) => {
    await draft.open(path)
    // The text brings its comments along.
    onChange((file, name) => [
      { file, op: 'create', ...contentOf(draft, path) },
      { file, op: 'set', at: ['name'], value: name },
    ])
  }
  return (
    <Select
      label={t.copyOf}
      required
      data={apps.map((entry) => ({ value: entry.path, label: nameOf(entry) }))}
      onChange={(path) => path && void choose(path)}
    />
  )
}

function contentOf(draft: Draft, path: string): { text: string } | { value: unknown } {
  const file = draft.read(path)
  return file?.text === undefined ? { value: file?.value ?? {} } : { text: file.text }
}

/** A workbook is read by the server, a text right here. */
async function rowsOf(file: File): Promise<string[][]> {
  if (!/\.xlsx$/i.test(file.name)) return readCsv(textOf(await file.arrayBuffer()))
  const { hash } = await uploadTemporary(file)
  return (await client.apps.readTable({ input: { fileHash: hash } })).rows
}

function Table({ onChange }: AppStartProps) {
  const t = useBuildTexts().shell.start
  const [count, setCount] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  const refuse = ({ message }: Error) => {
    setRefusal(message)
    return []
  }
  const read = async (file: File | null) => {
    setRefusal(undefined)
    setCount(undefined)
    onChange(null)
    const rows = file ? await rowsOf(file).catch(refuse) : []
    setCount(rows[0]?.length)
    if (file && rows.length === 0) setRefusal((known) => known ?? t.noRows)
    onChange(
      rows.length === 0
        ? null
        : (path, name) => [{ file: path, op: 'create', value: appFromTable(name, rows) }],
    )
  }
  return (
    <>
      <FileInput
        label={t.file}
        description={t.fileHint}
        required
        accept=".csv,.xlsx,text/csv"
        error={refusal}
        clearable
        clearButtonProps={{ 'aria-label': t.clear }}
        onChange={(file) => void read(file)}
      />
      {count !== undefined && <Text size="sm">{t.columns(count)}</Text>}
    </>
  )
}

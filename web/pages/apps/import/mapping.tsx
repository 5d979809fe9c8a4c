import { Button, Group, ScrollArea, Select, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { CheckboxField } from '../../../components/controls.tsx'
import { Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './import.module.css'
import type { Uploaded } from './import-page.tsx'

type Preview = ReplyOf<'apps', 'previewImport'>

type MappingProps = {
  params: { namespace: string; code: string }
  fields: Field[]
  file: Uploaded
  onBack: () => void
  onStart: (importId: string) => void
}

export function Mapping(props: MappingProps) {
  const { params, file } = props
  const preview = useApi(
    'apps',
    'previewImport',
    { params, input: { fileHash: file.hash } },
    { fresh: Number.POSITIVE_INFINITY },
  )
  return (
    <Shown of={preview}>{(known) => <Columns key={file.hash} {...props} preview={known} />}</Shown>
  )
}

/** Of the system's own fields, those that a file may fill. */
const WRITABLE = ['__name', '__status', '__externalId']

/** Every column of the file, the field it goes into, and what is in it. */
function Columns({
  params,
  fields,
  file,
  preview,
  onBack,
  onStart,
}: MappingProps & { preview: Preview }) {
  const t = useTexts()
  const [codes, setCodes] = useState(preview.columns.map(({ code }) => code))
  const [withEvents, setWithEvents] = useState(false)
  const start = useChange('apps', 'importItems', { onDone: ({ importId }) => onStart(importId) })
  const open = fields.filter(({ code }) => !code.startsWith('__') || WRITABLE.includes(code))
  const options = [{ value: '__id', label: t.apps.system.__id }].concat(
    open.map(({ code, view }) => ({ value: code, label: view.name })),
  )
  const missing = open.filter(
    ({ code, required, defaultValue }) =>
      !code.startsWith('__') && required && defaultValue === null && !codes.includes(code),
  )
  const begin = () =>
    start.mutate({
      params,
      input: { fileHash: file.hash, columns: codes, withEventHandlers: withEvents },
    })
  return (
    <Stack gap="md">
      <Text size="sm">{t.apps.import.mapping(file.name)}</Text>
      <ScrollArea className={classes.preview}>
        <Table verticalSpacing={4} withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              {preview.columns.map(({ title }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their position
                <Table.Th key={at} className={classes.column}>
                  <div className={classes.title}>{title || t.apps.import.untitled(at + 1)}</div>
                  <Select
                    size="xs"
                    aria-label={t.apps.import.fieldOf(title || t.apps.import.untitled(at + 1))}
                    placeholder={t.apps.import.leftOut}
                    data={options.filter(
                      ({ value }) => value === codes[at] || !codes.includes(value),
                    )}
                    value={codes[at] ?? null}
                    onChange={(code) => setCodes(codes.with(at, code))}
                    clearable
                    searchable
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.rows.slice(0, 8).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their position
              <Table.Tr key={at}>
                {preview.columns.map((_, column) => (
                  <Cell key={String(column)} text={row[column]} isOut={!codes[column]} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {missing.length > 0 && (
        <Text size="sm" role="status">
          {t.apps.import.missing(missing.map(({ view }) => view.name).join(', '))}
        </Text>
      )}
      <CheckboxField
        size="sm"
        label={t.apps.import.events}
        value={withEvents}
        onChange={setWithEvents}
      />
      <Group gap="xs">
        <Button variant="default" onClick={onBack}>
          {t.frame.actions.back}
        </Button>
        <Button
          loading={start.isPending}
          disabled={codes.every((code) => code === null)}
          onClick={begin}
        >
          {t.apps.import.start}
        </Button>
      </Group>
    </Stack>
  )
}

const Cell = ({ text, isOut }: { text: string | undefined; isOut: boolean }) => (
  <Table.Td className={classes.cell} data-out={isOut || undefined}>
    {text}
  </Table.Td>
)

import { Button, FileButton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { callOf } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './import.module.css'
import type { Uploaded } from './import-page.tsx'

const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type ChooseProps = { fields: Field[]; onChosen: (file: Uploaded) => void }

/** A file from the disk, chosen or dropped; the server keeps it for an hour. */
export function ChooseFile({ fields, onChosen }: ChooseProps) {
  const t = useTexts()
  const [isOver, setOver] = useState(false)
  const [isSending, setSending] = useState(false)
  const send = async (file: File | null | undefined) => {
    if (!file) return
    setSending(true)
    const hash = crypto.randomUUID()
    await callOf(
      'disk',
      'uploadTemporary',
    )({ input: { hash }, file })
      .then(() => onChosen({ hash, name: file.name }))
      .catch((error: Error) => notifications.show({ color: 'red', message: error.message }))
    setSending(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  const own = fields.filter(({ code }) => !code.startsWith('__'))
  return (
    <Stack gap="md">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same */}
      <div
        className={classes.dropzone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={32} stroke={1.3} color="var(--quiet)" aria-hidden />
        <Text size="sm">{t.apps.import.drop}</Text>
        <FileButton
          accept={ACCEPTED}
          onChange={(file) => void send(file)}
          inputProps={{ 'aria-label': t.apps.import.choose }}
        >
          {(props) => (
            <Button {...props} loading={isSending}>
              {t.apps.import.choose}
            </Button>
          )}
        </FileButton>
      </div>
      <Text size="sm" c="var(--quiet)">
        {t.apps.import.hint}{' '}
        {own
          .slice(0, 12)
          .map(({ view }) => view.name)
          .join(', ')}
        {own.length > 12 && '…'}
      </Text>
    </Stack>
  )
}

import { Button, CloseButton, FileButton, Input as Frame, Loader } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPaperclip } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useApi } from '../api.ts'
import { type FileValue, uploadTemporary } from '../components/uploads.ts'
import { useTexts } from '../texts/index.ts'
import classes from './file.module.css'
import type { InputProps } from './kind.ts'
import { captionOf } from './parts.tsx'

type FilesInputProps = InputProps & {
  files: FileValue[]
  isSingle: boolean
  accept: string | undefined
}

/** Files are uploaded as soon as they are chosen and become part of the item when it is saved. */
export function FilesInput({ files, isSingle, accept, ...props }: FilesInputProps) {
  const t = useTexts()
  const [coming, setComing] = useState(0)
  const [isOver, setOver] = useState(false)
  const { label, error, description, required, disabled } = captionOf(props)
  const add = async (chosen: File[]) => {
    const wanted = isSingle ? chosen.slice(0, 1) : chosen
    setComing((count) => count + wanted.length)
    const done = await Promise.allSettled(wanted.map(uploadTemporary))
    setComing((count) => count - wanted.length)
    for (const each of done) {
      if (each.status === 'rejected')
        notifications.show({ color: 'red', message: String(each.reason) })
    }
    const added = done.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    if (added.length > 0) props.onChange(isSingle ? added : [...files, ...added])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add([...event.dataTransfer.files])
  }
  return (
    <Frame.Wrapper label={label} error={error} description={description} required={required}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {files.map((file) => (
          <Chosen
            key={typeof file === 'string' ? file : file.hash}
            file={file}
            remove={() => props.onChange(files.filter((each) => each !== file))}
          />
        ))}
        {coming > 0 && <Loader size={14} aria-label={t.items.input.uploading} />}
        <FileButton
          onChange={(chosen: File | File[] | null) => void add(chosen ? [chosen].flat() : [])}
          multiple={!isSingle}
          disabled={disabled}
          inputProps={{ 'aria-label': label ?? props.field.view.name }}
          {...(accept && { accept })}
        >
          {(button) => (
            <Button
              {...button}
              variant="subtle"
              color="gray"
              disabled={disabled}
              leftSection={<IconPaperclip size={14} stroke={1.6} />}
            >
              {isSingle ? t.items.input.addFile : t.items.input.addFiles}
            </Button>
          )}
        </FileButton>
      </div>
    </Frame.Wrapper>
  )
}

function Chosen({ file, remove }: { file: FileValue; remove: () => void }) {
  const t = useTexts()
  const id = typeof file === 'string' ? file : ''
  const { data } = useApi(
    'disk',
    'getFile',
    { params: { id } },
    { enabled: id !== '', fresh: 60_000 },
  )
  const name = typeof file === 'string' ? (data?.file.__name ?? '') : file.name
  return (
    <span className={classes.file}>
      <span className={classes.name}>{name}</span>
      <CloseButton size="xs" aria-label={t.items.input.remove(name)} onClick={remove} />
    </span>
  )
}

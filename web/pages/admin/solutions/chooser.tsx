import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFolderOpen } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTexts } from '../texts.ts'
import { type File_, fromDrop, fromInput, readSolution } from './folder.ts'
import classes from './solutions.module.css'

/** A folder, chosen or dropped. */
export function Chooser({ onChoose }: { onChoose: (files: File_[]) => void }) {
  const t = useTexts().admin.solutions
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = async (found: ReturnType<typeof fromInput>) => {
    const files = await readSolution(found)
    if (files) onChoose(files)
    else notifications.show({ color: 'red', message: t.noSolution })
  }
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    await take(await fromDrop(event.dataTransfer.items))
  }
  return (
    <section
      className={classes.drop}
      aria-label={t.folder}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <Text fw={500}>{t.drop}</Text>
      <Text size="sm" c="var(--quiet)">
        {t.dropHint}
      </Text>
      <Button
        leftSection={<IconFolderOpen size={14} stroke={1.6} />}
        onClick={() => input.current?.click()}
      >
        {t.choose}
      </Button>
      <input
        ref={input}
        type="file"
        className={classes.hidden}
        aria-label={t.folder}
        tabIndex={-1}
        multiple
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          const found = fromInput(currentTarget.files ?? new DataTransfer().files)
          // The same folder may be chosen again after it was corrected.
          currentTarget.value = ''
          void take(found)
        }}
      />
    </section>
  )
}

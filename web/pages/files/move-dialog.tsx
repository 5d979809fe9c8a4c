import { ScrollArea } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import { type Thing, useChanges } from './changes.tsx'
import { type Folder, mayHoldFiles, useRoots, useTrail } from './directories.ts'
import classes from './tree.module.css'
import { Tree } from './tree.tsx'

type MoveDialogProps = {
  things: readonly Thing[]
  /** Where they are now. */
  from: string
  onClose: () => void
  onMoved?: () => void
}

export function MoveDialog({ things, from, onClose, onMoved }: MoveDialogProps) {
  const t = useTexts()
  const roots = useRoots()
  const { above } = useTrail(from)
  const { move } = useChanges()
  const [to, setTo] = useState<Folder>()
  const [isBusy, setBusy] = useState(false)
  const isPossible = to && to.__id !== from && mayHoldFiles(to.__id)
  const submit = async () => {
    if (!to) return
    setBusy(true)
    const isDone = await move(things, to)
    setBusy(false)
    if (!isDone) return
    onMoved?.()
    onClose()
  }
  return (
    <FormModal
      title={t.files.moveTitle(things.length)}
      submit={isPossible ? t.files.moveHere(to.__name) : t.files.chooseFolder}
      change={{ isPending: isBusy }}
      onSubmit={() => void submit()}
      onClose={onClose}
      isDisabled={!isPossible}
    >
      <ScrollArea.Autosize mah="50vh">
        <Tree
          folders={roots}
          opened={[...above.map(({ __id }) => __id), from]}
          render={(folder) => (
            <button
              type="button"
              className={classes.folder}
              data-here={folder.__id === to?.__id || undefined}
              aria-pressed={folder.__id === to?.__id}
              disabled={things.some(({ id }) => id === folder.__id)}
              onClick={() => setTo(folder)}
            >
              <IconFolder size={16} stroke={1.6} aria-hidden />
              <span className={classes.name}>{folder.__name}</span>
            </button>
          )}
        />
      </ScrollArea.Autosize>
    </FormModal>
  )
}

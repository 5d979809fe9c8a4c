import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/index.ts'
import { type Thing, useChanges } from './changes.tsx'
import { ConfirmDialog, NameDialog } from './dialogs.tsx'
import { MoveDialog } from './move-dialog.tsx'

type Open = { kind: 'rename' | 'move' | 'delete'; things: readonly Thing[] }

type Dialogs = {
  rename: (thing: Thing) => void
  move: (things: readonly Thing[]) => void
  remove: (things: readonly Thing[]) => Promise<void>
  /** Has to stand somewhere on the page. */
  dialog: ReactNode
}

/** Asks what has to be asked before a file or folder changes. */
export function useThingDialogs(from: string, onDone?: () => void): Dialogs {
  const t = useTexts()
  const changes = useChanges()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const folder = open?.things.find(({ kind }) => kind === 'folder')
  const removeNow = async (things: readonly Thing[]) => {
    const files = things.filter(({ kind }) => kind === 'file')
    if (files.length > 0) await changes.remove(files)
    for (const { kind, id } of things) if (kind === 'folder') await changes.removeFolder(id)
    onDone?.()
  }
  const dialogs = (): ReactNode => {
    const [first] = open?.things ?? []
    if (!open || !first) return null
    if (open.kind === 'rename') {
      return (
        <NameDialog
          title={t.files.rename}
          label={t.files.newName}
          action={t.files.rename}
          name={first.name}
          onClose={close}
          onName={(name) => changes.rename(first, name)}
        />
      )
    }
    if (open.kind === 'move') {
      return (
        <MoveDialog
          things={open.things}
          from={from}
          onClose={close}
          {...(onDone && { onMoved: onDone })}
        />
      )
    }
    return (
      <ConfirmDialog
        title={t.files.deleteFolder(folder?.name ?? '')}
        hint={t.files.deleteFolderHint}
        action={t.frame.actions.delete}
        onClose={close}
        onConfirm={() => removeNow(open.things)}
      />
    )
  }
  return {
    rename: (thing) => setOpen({ kind: 'rename', things: [thing] }),
    move: (things) => setOpen({ kind: 'move', things }),
    // Files come back with a click; a folder does not, so it is asked for.
    remove: async (things) => {
      if (things.some(({ kind }) => kind === 'folder')) setOpen({ kind: 'delete', things })
      else await removeNow(things)
    },
    dialog: dialogs(),
  }
}

import { type ReactNode, useState } from 'react'
import { Confirm } from '../../components/confirm.tsx'
import { useTexts } from '../../texts/index.ts'
import { ShareDialog } from '../admin/guests/share-with-guest.tsx'
import { type Thing, useChanges } from './changes.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'

type Open = { kind: 'rename' | 'move' | 'share' | 'delete'; things: readonly Thing[] }

type Dialogs = {
  rename: (thing: Thing) => void
  move: (things: readonly Thing[]) => void
  share: (folder: Thing) => void
  remove: (things: readonly Thing[]) => Promise<void>
  /** Has to stand somewhere on the page. */
  dialog: ReactNode
}

/** Asks what has to be asked before a file or folder changes. */
export function useThingDialogs(from: string, onDone?: () => void): Dialogs {
  const t = useTexts()
  const changes = useChanges()
  const [open, setOpen] = useState<Open>()
  const [isRemoving, setRemoving] = useState(false)
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
    if (open.kind === 'share') {
      return <ShareDialog share={{ kind: 'directory', object: first.id }} onClose={close} />
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
      <Confirm
        title={t.files.deleteFolder(folder?.name ?? '')}
        text={t.files.deleteFolderHint}
        action={t.frame.actions.delete}
        change={{ isPending: isRemoving }}
        onClose={close}
        onSubmit={() => {
          setRemoving(true)
          void removeNow(open.things).finally(() => {
            setRemoving(false)
            close()
          })
        }}
      />
    )
  }
  return {
    rename: (thing) => setOpen({ kind: 'rename', things: [thing] }),
    move: (things) => setOpen({ kind: 'move', things }),
    share: (folder) => setOpen({ kind: 'share', things: [folder] }),
    // Files come back with a click; a folder does not, so it is asked for.
    remove: async (things) => {
      if (things.some(({ kind }) => kind === 'folder')) setOpen({ kind: 'delete', things })
      else await removeNow(things)
    },
    dialog: dialogs(),
  }
}

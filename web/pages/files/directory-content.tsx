import { Button, Group, Text } from '@mantine/core'
import { IconFolderOpen, IconFolderSymlink, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { ofFile, ofFolder, type Thing } from './changes.tsx'
import { mayHoldFiles, SHARED, useFolders } from './directories.ts'
import { FileList } from './file-list.tsx'
import classes from './files.module.css'
import { useThingDialogs } from './thing-dialogs.tsx'
import { ThingMenu } from './thing-menu.tsx'
import { type Sort, useFiles, useSort } from './use-files.ts'

/** The folders and files in a folder. */
export function DirectoryContent({ id }: { id: string }) {
  const t = useTexts()
  const { sort } = useSort()
  const { folders, error } = useFolders(id)
  const files = useFiles({ filter: { directory: id }, sort })
  if (error || files.error) return <Failure error={error ?? files.error} again={files.refetch} />
  if (!folders || !files.data) return <Loading />
  const things = [...inOrder(folders.map(ofFolder), sort), ...files.rows.map(ofFile)]
  if (things.length === 0) {
    return mayHoldFiles(id) ? (
      <Empty icon={IconFolderOpen} title={t.files.empty} hint={t.files.emptyHint} />
    ) : (
      <Empty icon={IconFolderOpen} title={t.files.emptyRoot} />
    )
  }
  return <Things things={things} from={id} files={files} />
}

/** Files of this name in any folder. */
export function FoundContent({ text }: { text: string }) {
  const t = useTexts()
  const { sort } = useSort()
  const files = useFiles({ filter: { __name: text }, sort })
  if (files.error) return <Failure error={files.error} again={files.refetch} />
  if (!files.data) return <Loading />
  const things = files.rows.map(ofFile)
  if (things.length === 0) return <Empty icon={IconSearchOff} title={t.files.nothingFound} />
  return <Things things={things} from={SHARED} files={files} hasFolders />
}

/** Folders have no size: by that they stay in the order of their names. */
function inOrder(folders: Thing[], { column, isDown }: Sort): Thing[] {
  const changedAt = (thing: Thing) => (thing.kind === 'folder' && thing.folder.__updatedAt) || ''
  if (column === 'changed') {
    folders.sort((one, other) => changedAt(one).localeCompare(changedAt(other)))
  }
  return isDown && column !== 'size' ? folders.reverse() : folders
}

type ThingsProps = {
  things: readonly Thing[]
  from: string
  files: ReturnType<typeof useFiles>
  hasFolders?: boolean
}

function Things({ things, from, files, hasFolders = false }: ThingsProps) {
  const t = useTexts()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { rename, move, share, remove, dialog } = useThingDialogs(from, () =>
    setSelected(new Set()),
  )
  const picked = things.filter(({ id }) => selected.has(id))
  return (
    <>
      {picked.length > 0 && (
        <Group className={classes.bar} gap="xs">
          <Text size="sm" fw={600} mr="auto">
            {t.files.selected(picked.length)}
          </Text>
          <Button
            variant="default"
            leftSection={<IconFolderSymlink size={14} stroke={1.6} />}
            onClick={() => move(picked)}
          >
            {t.files.move}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={14} stroke={1.6} />}
            onClick={() => void remove(picked)}
          >
            {t.frame.actions.delete}
          </Button>
        </Group>
      )}
      <FileList
        things={things}
        selected={selected}
        onSelect={setSelected}
        hasFolders={hasFolders}
        menu={(thing) => (
          <ThingMenu
            thing={thing}
            onRename={() => rename(thing)}
            onMove={() => move([thing])}
            onShare={() => share(thing)}
            onDelete={() => void remove([thing])}
          />
        )}
        more={files}
      />
      {dialog}
    </>
  )
}

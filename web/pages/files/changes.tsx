import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { useTexts } from '../../texts/index.ts'
import type { FileView, Folder } from './directories.ts'

/** A file or a folder, as far as a list needs to know it. */
export type Thing =
  | { kind: 'file'; id: string; name: string; file: FileView }
  | { kind: 'folder'; id: string; name: string; folder: Folder }

export const ofFile = (file: FileView): Thing => ({
  kind: 'file',
  id: file.__id,
  name: file.__name,
  file,
})
export const ofFolder = (folder: Folder): Thing => ({
  kind: 'folder',
  id: folder.__id,
  name: folder.__name,
  folder,
})

const UNDO_FOR = 12_000

const idsOf = (things: readonly Thing[], kind: Thing['kind']) =>
  things.filter((each) => each.kind === kind).map(({ id }) => id)

type Outcome = { id: string; error?: string | undefined }

/** What could not be done is shown in the words of the server; the rest is done. */
export function tellErrors(items: readonly Outcome[]): string[] {
  for (const error of new Set(items.flatMap((each) => each.error ?? []))) {
    notifications.show({ color: 'red', message: error })
  }
  return items.filter(({ error }) => !error).map(({ id }) => id)
}

/** What is done to files and folders from any list of them. */
export function useChanges() {
  const t = useTexts()
  const queries = useQueryClient()
  const attempt = async (what: () => Promise<unknown>): Promise<boolean> => {
    try {
      await what()
      return true
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
      return false
    } finally {
      void queries.invalidateQueries({ queryKey: ['disk'] })
    }
  }
  const restore = (ids: string[], name: string) =>
    attempt(async () => {
      const { items } = await client.disk.restoreFiles({ input: { ids } })
      const done = tellErrors(items)
      if (done.length > 0) notifications.show({ message: t.files.restored(done.length, name) })
    })
  const remove = (things: readonly Thing[]) =>
    attempt(async () => {
      const fileIds = idsOf(things, 'file')
      const { items } = await client.disk.deleteFiles({ input: { fileIds } })
      const done = tellErrors(items)
      const [first = ''] = done
      if (done.length === 0) return
      const name = things.find(({ id }) => id === first)?.name ?? ''
      notifications.show({
        id: first,
        autoClose: UNDO_FOR,
        message: (
          <Group justify="space-between" gap="sm">
            {t.files.deleted(done.length, name)}
            <Button
              variant="default"
              onClick={() => {
                notifications.hide(first)
                void restore(done, name)
              }}
            >
              {t.files.undo}
            </Button>
          </Group>
        ),
      })
    })
  const removeFolder = (id: string) =>
    attempt(async () => {
      const { files } = await client.disk.deleteDirectory({ params: { id } })
      notifications.show({ message: t.files.folderDeleted(files) })
    })
  const rename = ({ kind, id }: Thing, name: string) =>
    attempt(() =>
      kind === 'file'
        ? client.disk.renameFile({ params: { id }, input: { name } })
        : client.disk.changeDirectory({ params: { id }, input: { name } }),
    )
  const move = (things: readonly Thing[], to: Folder) =>
    attempt(async () => {
      const directory = to.__id
      const files = idsOf(things, 'file').map((hash) => ({ hash }))
      if (files.length > 0) {
        await client.disk.moveFiles({ input: { directoryID: directory, files } })
      }
      for (const id of idsOf(things, 'folder')) {
        await client.disk.changeDirectory({ params: { id }, input: { directory } })
      }
      notifications.show({ message: t.files.moved(things.length, to.__name) })
    })
  const createFolder = (name: string, directory: string) =>
    attempt(() => client.disk.createDirectory({ input: { name, directory } }))
  return { remove, removeFolder, restore, rename, move, createFolder }
}

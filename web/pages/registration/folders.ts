import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'

export type Folder = Required<ReplyOf<'nomenclature', 'listFolders'>['result'][number]>
export type Directory = Required<ReplyOf<'nomenclature', 'listDirectories'>['result'][number]>

/** Folders and what they lie in: several may have the same name in different offices. */
export function useFolders() {
  const folders = useApi('nomenclature', 'listFolders', {})
  const directories = useApi('nomenclature', 'listDirectories', {})
  const all = (folders.data?.result ?? []) as Folder[]
  const places = (directories.data?.result ?? []) as Directory[]
  const byId = new Map(places.map((each) => [each.id, each]))
  const pathOf = (id: string | null): string[] => {
    const directory = byId.get(id ?? '')
    return directory ? [...pathOf(directory.parentId), directory.name] : []
  }
  const labelOf = ({ directoryId, name }: Folder) => [...pathOf(directoryId), name].join(' · ')
  return {
    folders: all,
    directories: places,
    choices: all.map((folder) => ({ value: folder.id, label: labelOf(folder) })),
    labelOf,
    isKnown: folders.data !== undefined && directories.data !== undefined,
    error: folders.error ?? directories.error,
    refetch: () => Promise.all([folders.refetch(), directories.refetch()]),
  }
}

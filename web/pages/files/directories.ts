import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { useLinked } from '../../fields/linked.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'

export type Directory = ReplyOf<'disk', 'getDirectory'>['directory']
export type FileView = ReplyOf<'disk', 'getFile'>['file']

export const SHARED = '00000000-0000-7000-8000-000000000010'
const APPS = '00000000-0000-7000-8000-000000000011'
const CHANNELS = '00000000-0000-7000-8000-000000000013'

const MOST = 1000
const FIELDS = {
  __name: true,
  directory: true,
  parentsList: true,
  system: true,
  __updatedAt: true,
  __updatedBy: true,
}

/** An entry of a list or a tree. */
export type Folder = Pick<Directory, '__id' | '__name'> & Partial<Directory>

/** The directories right inside another, by name. */
export function useFolders(parent: string, isWanted = true) {
  const { data, error } = useApi(
    'disk',
    'listDirectories',
    {
      input: {
        active: true,
        filter: { tf: { directory: parent } },
        fields: FIELDS,
        sortExpressions: [{ field: '__name', ascending: true }],
        size: MOST,
        total: false,
      },
    },
    { enabled: isWanted },
  )
  const folders = data?.result.result.map((each) => ({ __name: '', ...each }))
  return { folders: folders as Folder[] | undefined, error }
}

/** Where everything begins: what is everybody's, what is mine, and what belongs to something. */
export function useRoots(): Folder[] {
  const me = useMe()
  const nameOf = useRootNames()
  return [SHARED, me.id, APPS, CHANNELS].map((id) => ({ __id: id, __name: nameOf(id) ?? '' }))
}

function useRootNames() {
  const t = useTexts()
  const me = useMe()
  const names: Record<string, string> = {
    [SHARED]: t.files.roots.shared,
    [me.id]: t.files.roots.personal,
    [APPS]: t.files.roots.apps,
    [CHANNELS]: t.files.roots.channels,
  }
  return (id: string): string | undefined => names[id]
}

/** The roots of apps and channels hold nothing but what these bring along. */
export const mayHoldFiles = (id: string): boolean => id !== APPS && id !== CHANNELS

/** A directory with the way to it, the root first, each under the name that people know. */
export function useTrail(id: string) {
  const nameOf = useRootNames()
  const isGathering = !mayHoldFiles(id)
  const asked = useApi('disk', 'getDirectory', { params: { id } }, { enabled: !isGathering })
  const directory = asked.data?.directory
  const above = directory?.parentsList.toReversed() ?? []
  const { data } = useApi(
    'disk',
    'listDirectories',
    { input: { ids: above, fields: { __name: true }, size: MOST, total: false } },
    { enabled: above.length > 0 },
  )
  const names = new Map(data?.result.result.map((each) => [each.__id, each.__name ?? '']))
  const isRoot = directory?.directory === null && nameOf(id) === undefined
  // Personal files of somebody else have the id of that person.
  const [owner] = useLinked('users', isRoot ? id : [])
  const name = nameOf(id) ?? (owner?.isKnown ? owner.name : directory?.__name) ?? ''
  return {
    error: isGathering ? null : asked.error,
    refetch: asked.refetch,
    directory,
    name,
    isKnown: isGathering || directory !== undefined,
    above: above.map((each) => ({ __id: each, __name: nameOf(each) ?? names.get(each) ?? '' })),
  }
}

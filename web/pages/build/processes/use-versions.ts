import { useMemo } from 'react'
import { useApi } from '../../../api.ts'
import { client } from '../../../client.ts'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import type { Version } from './difference/difference-view.tsx'

/** The published diagrams of a process, the newest first. */
export function useVersions(draft: Draft, file: string): Version[] {
  const t = useBuildTexts().processes.difference
  const entry = draft.info?.files.find(({ path }) => path === file)
  const { data } = useApi('processes', 'list', {}, { fresh: 60_000 })
  const id = data?.processes.find(
    ({ namespace, code }) => namespace === entry?.namespace && code === entry?.code,
  )?.id
  const { data: found } = useApi(
    'processes',
    'get',
    { params: { id: id ?? '' }, input: {} },
    { enabled: id !== undefined },
  )
  const versions = found?.process.versions
  return useMemo(
    () =>
      (versions ?? []).map(({ version }) => ({
        id: `${id} ${version}`,
        label: t.version(version),
        load: async () => {
          const request = { params: { id: id ?? '' }, input: { version } }
          return (await client.processes.get(request)).process.xml
        },
      })),
    [versions, id, t],
  )
}

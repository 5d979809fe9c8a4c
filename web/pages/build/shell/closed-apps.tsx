import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Plan } from '../../admin/solutions/plan-view.tsx'
import type { Draft } from '../draft/use-draft.ts'
import { pathOf, workspaceOf } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'

type ClosedAppsProps = { draft: Draft; plan: Plan }

/** Says which new apps nobody but administrators will be able to open. */
export function ClosedApps({ draft, plan }: ClosedAppsProps) {
  const t = useBuildTexts().shell
  const paths = plan.changes
    .filter(({ kind, action }) => kind === 'app' && action === 'create')
    .map(({ path }) => path)
  const { data: names = [] } = useQuery({
    queryKey: ['drafts', 'closed', draft.id, draft.info?.revision, paths],
    queryFn: async () => {
      const rightsIn = async (path: string) => {
        if (!draft.info?.files.some((file) => file.path === path)) return {}
        await draft.open(path)
        return ((draft.read(path)?.value ?? {}) as { rights?: object }).rights ?? {}
      }
      const isOpen = async (path: string) => Object.keys(await rightsIn(path)).length > 0
      const closed = await Promise.all(
        paths.map(async (path) => {
          const space = pathOf('workspace', { workspace: '', code: workspaceOf(path) })
          if ((await isOpen(path)) || (await isOpen(space))) return []
          return [draft.info?.files.find((file) => file.path === path)?.name || path]
        }),
      )
      return closed.flat()
    },
    gcTime: 0,
  })
  if (names.length === 0) return null
  return (
    <Alert color="orange" variant="light" mt="md" title={t.closed(names.length)}>
      {t.closedHint(names.join(', '))}
    </Alert>
  )
}

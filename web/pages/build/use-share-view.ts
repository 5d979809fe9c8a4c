import { notifications } from '@mantine/notifications'
import { useNavigate } from 'react-router'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { links } from '../../links.ts'
import { codeOf } from './code-of.ts'

type Own = { name: string; search: string }

type Shared = {
  namespace: string
  /** Undefined while it is not known. */
  solution: string | undefined
  /** The file of the definition that has the views. */
  file: string
  /** The codes of the views that are published. */
  taken: readonly string[]
  /** A view as a definition writes it. */
  define: (view: Own) => unknown
}

/**
 * Puts a view into one's draft of the solution, where it is published like every other change.
 * Undefined for who may not design the workspace.
 */
export function useShareView(shared: Shared): ((view: Own) => void) | undefined {
  const navigate = useNavigate()
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const { namespace, solution, file, taken, define } = shared
  const workspace = data?.workspaces.find((each) => each.code === namespace)
  if (!workspace?.canManage || solution === undefined) return undefined
  const share = async (view: Own) => {
    const { drafts } = await client.drafts.list({})
    const own = drafts.find((draft) => draft.solution === solution)
    const id = own?.id ?? (await client.drafts.create({ input: { solution } })).draft.id
    const { file: drafted } = await client.drafts.getFile({ params: { id }, input: { path: file } })
    const { views } = (drafted.value ?? {}) as { views?: Record<string, unknown> | null }
    const codes = [...taken, ...Object.keys(views ?? {})]
    const at = ['views', codeOf(view.name, codes, 'view')]
    const edits = [{ file, op: 'set' as const, at, value: define(view) }]
    await client.drafts.edit({ params: { id }, input: { edits } })
    await navigate(links.draft(id, file))
  }
  return (view) =>
    void share(view).catch(({ message }: Error) => notifications.show({ color: 'red', message }))
}

import { notifications } from '@mantine/notifications'
import { useNavigate } from 'react-router'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { links } from '../../links.ts'
import { codeOf } from '../build/code-of.ts'
import type { Report } from './list-page.tsx'
import { readView, toDefinition } from './view.ts'

type Own = { name: string; search: string }

/**
 * Puts a view into one's draft of the solution, where it is published like every other change.
 * Undefined for who may not design the workspace.
 */
export function useShare(report: Report): ((view: Own) => void) | undefined {
  const navigate = useNavigate()
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const { namespace, code, solution, views } = report
  const workspace = data?.workspaces.find((each) => each.code === namespace)
  if (!workspace?.canManage) return undefined
  const share = async ({ name, search }: Own) => {
    const file = `workspaces/${namespace}/reports/${code}.yaml`
    const { drafts } = await client.drafts.list({})
    const own = drafts.find((draft) => draft.solution === solution)
    const id = own?.id ?? (await client.drafts.create({ input: { solution } })).draft.id
    const at = [
      'views',
      codeOf(
        name,
        views.map((each) => each.code),
        'view',
      ),
    ]
    const value = toDefinition(name, readView(new URLSearchParams(search), report), report)
    await client.drafts.edit({ params: { id }, input: { edits: [{ file, op: 'set', at, value }] } })
    await navigate(links.draft(id, file))
  }
  return (view) =>
    void share(view).catch(({ message }: Error) => notifications.show({ color: 'red', message }))
}

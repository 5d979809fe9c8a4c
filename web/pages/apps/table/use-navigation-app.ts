import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'

type Workspace = ReplyOf<'workplace', 'navigation'>['workspaces'][number]
export type Rights = Workspace['apps'][number]['rights']

/** What may be done in the app, and the name of the workspace above it. */
export function useNavigationApp({ namespace, code }: { namespace: string; code: string }) {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const workspace = data?.workspaces.find((each) => each.code === namespace)
  const app = workspace?.apps.find((each) => each.code === code)
  return { above: workspace?.name, rights: app?.rights, solution: app?.solution }
}

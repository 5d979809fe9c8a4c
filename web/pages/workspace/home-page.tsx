import { IconLayoutDashboard } from '@tabler/icons-react'
import { Navigate, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Empty, Loading, Shown } from '../../components/states.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { useHome } from './home.ts'

const useNavigation = () => useApi('workplace', 'navigation', {}, { fresh: 60_000 })

/** The first page of a workspace: the one it names, its first page, or its first app. */
export function WorkspaceHome() {
  const t = useTexts().pages
  const { namespace = '' } = useParams()
  return (
    <Shown of={useNavigation()}>
      {({ workspaces }) => {
        const workspace = workspaces.find(({ code }) => code === namespace)
        const first = workspace?.pages.find(({ type }) => type === 'PAGE')?.code
        const page = workspace?.home ?? first
        const [app] = workspace?.apps ?? []
        if (page) return <Navigate to={links.page(namespace, page)} replace />
        if (app) return <Navigate to={links.app(app.namespace, app.code)} replace />
        return <Empty icon={IconLayoutDashboard} title={t.missing} />
      }}
    </Shown>
  )
}

/**
 * What a person sees first: the page they chose, as long as it is there; managers their team, administrators
 * how the server does, others their tasks.
 */
export function OwnHome() {
  const { home, isKnown } = useHome()
  const { isAdministrator } = useMe()
  const { data, error } = useNavigation()
  if (error) return <Navigate to={links.tasks()} replace />
  if (!data || !isKnown) return <Loading />
  const [namespace = '', code = ''] = home?.split('/') ?? []
  const isThere = data.workspaces.some(({ pages }) =>
    pages.some((page) => page.namespace === namespace && page.code === code),
  )
  if (isThere) return <Navigate to={links.page(namespace, code)} replace />
  if (data.hasPeople) return <Navigate to={links.team} replace />
  return <Navigate to={isAdministrator ? links.admin : links.tasks()} replace />
}

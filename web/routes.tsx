import { createBrowserRouter, type RouteObject } from 'react-router'
import { Loading } from './components/states.tsx'
import { NotFound } from './frame/not-found.tsx'
import { PageFailure } from './frame/page-failure.tsx'
import { Shell } from './frame/shell.tsx'
import { admin } from './pages/admin/routes.ts'
import { apps } from './pages/apps/routes.ts'
import { build } from './pages/build/routes.ts'
import { channels } from './pages/channels/routes.ts'
import { files } from './pages/files/routes.ts'
import { marketing } from './pages/marketing/routes.ts'
import { people } from './pages/people/routes.ts'
import { processes } from './pages/processes/routes.ts'
import { profile } from './pages/profile/routes.ts'
import { registration } from './pages/registration/routes.ts'
import { reports } from './pages/reports/routes.ts'
import { search } from './pages/search/routes.ts'
import { storage } from './pages/storage/routes.ts'
import { tasks } from './pages/tasks/routes.ts'
import { team } from './pages/team/routes.ts'
import { telephony } from './pages/telephony/routes.ts'
import { workspacePages } from './pages/workspace/routes.ts'

const pages: RouteObject[] = [
  ...workspacePages,
  ...tasks,
  ...team,
  ...profile,
  ...apps,
  ...processes,
  ...files,
  ...people,
  ...channels,
  ...reports,
  ...registration,
  ...marketing,
  ...storage,
  ...search,
  ...telephony,
  ...build,
  ...admin,
  { path: '*', element: <NotFound /> },
]

/** Pages that stand alone, without the way to others. */
const alone: RouteObject[] = [
  {
    path: 'oauth/authorize',
    HydrateFallback: Loading,
    lazy: async () => ({
      Component: (await import('./pages/programs/consent-page.tsx')).ConsentPage,
    }),
  },
]

export const router = createBrowserRouter([
  ...alone,
  {
    element: <Shell />,
    HydrateFallback: Loading,
    children: [{ errorElement: <PageFailure />, children: pages }],
  },
])

import { Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createBrowserRouter, Link, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { client } from '../../client.ts'
import { Loading } from '../../components/states.tsx'
import { PageFailure } from '../../frame/page-failure.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import classes from './guest.module.css'
import { useGuestTexts } from './texts.ts'

/** The addresses are those that everybody else has for the same things, so that links in mails work. */
const pages: RouteObject[] = [
  {
    path: 'apps/:namespace/:code',
    lazy: async () => ({ Component: (await import('./items-page.tsx')).ItemsPage }),
  },
  {
    path: 'apps/:namespace/:code/:id',
    lazy: async () => ({ Component: (await import('./item-page.tsx')).ItemPage }),
  },
  {
    path: 'files/:id',
    lazy: async () => ({ Component: (await import('./folder-page.tsx')).FolderPage }),
  },
  {
    path: 'profile',
    lazy: async () => ({ Component: (await import('./account-page.tsx')).AccountPage }),
  },
  { path: '*', lazy: async () => ({ Component: (await import('./shared-page.tsx')).SharedPage }) },
]

const router = createBrowserRouter([
  {
    element: <GuestShell />,
    HydrateFallback: Loading,
    children: [{ errorElement: <PageFailure />, children: pages }],
  },
])

/** The whole console of a guest. */
export const GuestPages = () => <RouterProvider router={router} />

function GuestShell() {
  const t = useGuestTexts()
  const me = useMe()
  const queries = useQueryClient()
  const signOut = async () => {
    await client.access.signOut()
    queries.clear()
    location.assign(links.guest)
  }
  return (
    <>
      <header className={classes.head}>
        <Link to={links.home} className={classes.brand}>
          <img src="/icon.svg" alt="" width={22} height={22} />
          {t.title}
        </Link>
        <Group gap="md">
          <Anchor component={Link} to={links.profile} size="sm">
            {me.name}
          </Anchor>
          <Anchor component="button" size="sm" onClick={() => void signOut()}>
            {t.signOut}
          </Anchor>
        </Group>
      </header>
      <main className={classes.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}

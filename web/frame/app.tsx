import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { RouterProvider } from 'react-router/dom'
import { Loading } from '../components/states.tsx'
import { router } from '../routes.tsx'
import { Speaking } from './language.tsx'
import { Notices } from './notices.tsx'
import { queries } from './queries.ts'
import { ReturnGate } from './return-gate.tsx'
import { Session, useMe } from './session.tsx'
import { theme } from './theme.ts'

const GuestPages = lazy(async () => ({
  default: (await import('../pages/guest/guest-pages.tsx')).GuestPages,
}))

const scheme = localStorageColorSchemeManager({ key: 'kontor.scheme' })

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={scheme}>
      <QueryClientProvider client={queries}>
        <Speaking>
          <Notices />
          <ReturnGate>
            <Session>
              <Pages />
            </Session>
          </ReturnGate>
        </Speaking>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Guests have pages of their own, and none of the others. */
function Pages() {
  const { isGuest } = useMe()
  if (!isGuest) return <RouterProvider router={router} />
  return (
    <Suspense fallback={<Loading />}>
      <GuestPages />
    </Suspense>
  )
}

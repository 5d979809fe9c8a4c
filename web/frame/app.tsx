import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { router } from '../routes.tsx'
import { Speaking } from './language.tsx'
import { Notices } from './notices.tsx'
import { queries } from './queries.ts'
import { ReturnGate } from './return-gate.tsx'
import { Session } from './session.tsx'
import { theme } from './theme.ts'

const scheme = localStorageColorSchemeManager({ key: 'kontor.scheme' })

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={scheme}>
      <QueryClientProvider client={queries}>
        <Speaking>
          <Notices />
          <ReturnGate>
            <Session>
              <RouterProvider router={router} />
            </Session>
          </ReturnGate>
        </Speaking>
      </QueryClientProvider>
    </MantineProvider>
  )
}

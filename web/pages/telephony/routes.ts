import type { RouteObject } from 'react-router'

export const telephony: RouteObject[] = [
  {
    path: 'telephony',
    lazy: async () => ({ Component: (await import('./telephony-page.tsx')).TelephonyPage }),
  },
]

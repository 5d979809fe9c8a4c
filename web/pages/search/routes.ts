import type { RouteObject } from 'react-router'

export const search: RouteObject[] = [
  {
    path: 'search',
    lazy: async () => ({ Component: (await import('./search-page.tsx')).SearchPage }),
  },
]

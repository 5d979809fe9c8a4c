import type { RouteObject } from 'react-router'

export const build: RouteObject[] = [
  {
    path: 'build',
    lazy: async () => ({ Component: (await import('./build-page.tsx')).BuildPage }),
  },
  {
    path: 'build/history/:code',
    lazy: async () => ({ Component: (await import('./history/history-page.tsx')).HistoryPage }),
  },
  {
    path: 'build/:id',
    lazy: async () => ({ Component: (await import('./draft-page.tsx')).DraftPage }),
  },
]

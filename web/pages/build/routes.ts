import type { RouteObject } from 'react-router'

export const build: RouteObject[] = [
  {
    path: 'build',
    lazy: async () => ({ Component: (await import('./build-page.tsx')).BuildPage }),
  },
  {
    path: 'build/:id',
    lazy: async () => ({ Component: (await import('./draft-page.tsx')).DraftPage }),
  },
]

import type { RouteObject } from 'react-router'

export const team: RouteObject[] = [
  { path: 'team', lazy: async () => ({ Component: (await import('./team-page.tsx')).TeamPage }) },
]

import type { RouteObject } from 'react-router'

export const reports: RouteObject[] = [
  {
    path: 'reports',
    lazy: async () => ({ Component: (await import('./list-page.tsx')).ListPage }),
  },
  {
    path: 'reports/:namespace/:code',
    lazy: async () => ({ Component: (await import('./report-page.tsx')).ReportPage }),
  },
]

import type { RouteObject } from 'react-router'

export const people: RouteObject[] = [
  {
    path: 'people',
    lazy: async () => ({ Component: (await import('./list-page.tsx')).ListPage }),
  },
  {
    path: 'people/groups',
    lazy: async () => ({ Component: (await import('./groups-page.tsx')).GroupsPage }),
  },
  {
    path: 'people/groups/:id',
    lazy: async () => ({ Component: (await import('./group-page.tsx')).GroupPage }),
  },
  {
    path: 'people/chart',
    lazy: async () => ({ Component: (await import('./chart/chart-page.tsx')).ChartPage }),
  },
  {
    path: 'people/substitutions',
    lazy: async () => ({
      Component: (await import('./substitutions-page.tsx')).SubstitutionsPage,
    }),
  },
  {
    path: 'people/:id',
    lazy: async () => ({ Component: (await import('./person-page.tsx')).PersonPage }),
  },
]

import type { RouteObject } from 'react-router'

export const apps: RouteObject[] = [
  {
    path: 'apps/:namespace/:code',
    lazy: async () => ({ Component: (await import('./table/list-page.tsx')).ListPage }),
  },
  {
    path: 'apps/:namespace/:code/import',
    lazy: async () => ({ Component: (await import('./import/import-page.tsx')).ImportPage }),
  },
  {
    path: 'apps/:namespace/:code/deleted',
    lazy: async () => ({ Component: (await import('./table/deleted-page.tsx')).DeletedPage }),
  },
  {
    path: 'apps/:namespace/:code/new',
    lazy: async () => ({ Component: (await import('./item/create-page.tsx')).CreatePage }),
  },
  {
    path: 'apps/:namespace/:code/:id',
    lazy: async () => ({ Component: (await import('./item/item-page.tsx')).ItemPage }),
  },
]

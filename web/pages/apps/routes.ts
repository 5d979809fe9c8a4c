import type { RouteObject } from 'react-router'

export const apps: RouteObject[] = [
  {
    path: 'apps/:namespace/:code/new',
    lazy: async () => ({ Component: (await import('./item/create-page.tsx')).CreatePage }),
  },
  {
    path: 'apps/:namespace/:code/:id',
    lazy: async () => ({ Component: (await import('./item/item-page.tsx')).ItemPage }),
  },
]

import type { RouteObject } from 'react-router'

export const storage: RouteObject[] = [
  {
    path: 'storage',
    lazy: async () => ({ Component: (await import('./storage-page.tsx')).StoragePage }),
  },
]

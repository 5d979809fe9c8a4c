import type { RouteObject } from 'react-router'

export const registration: RouteObject[] = [
  {
    path: 'registration',
    lazy: async () => ({ Component: (await import('./journal-page.tsx')).JournalPage }),
  },
  {
    path: 'registration/nomenclature',
    lazy: async () => ({ Component: (await import('./nomenclature-page.tsx')).NomenclaturePage }),
  },
]

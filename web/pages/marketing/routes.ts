import type { RouteObject } from 'react-router'

export const marketing: RouteObject[] = [
  {
    path: 'marketing',
    lazy: async () => ({ Component: (await import('./segments-page.tsx')).SegmentsPage }),
  },
  {
    path: 'marketing/subscribers',
    lazy: async () => ({ Component: (await import('./subscribers-page.tsx')).SubscribersPage }),
  },
  {
    path: 'marketing/:id',
    lazy: async () => ({ Component: (await import('./segment-page.tsx')).SegmentPage }),
  },
]

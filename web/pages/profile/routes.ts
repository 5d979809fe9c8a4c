import type { RouteObject } from 'react-router'

export const profile: RouteObject[] = [
  {
    path: 'profile',
    lazy: async () => ({ Component: (await import('./profile-page.tsx')).ProfilePage }),
  },
  {
    path: 'open',
    lazy: async () => ({ Component: (await import('./open-notice.tsx')).OpenNotice }),
  },
  {
    path: 'profile/assistants',
    lazy: async () => ({
      Component: (await import('../programs/assistants-page.tsx')).AssistantsPage,
    }),
  },
]

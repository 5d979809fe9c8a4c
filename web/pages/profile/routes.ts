import type { RouteObject } from 'react-router'

export const profile: RouteObject[] = [
  {
    path: 'profile',
    lazy: async () => ({ Component: (await import('./profile-page.tsx')).ProfilePage }),
  },
  {
    path: 'profile/assistants',
    lazy: async () => ({
      Component: (await import('../programs/assistants-page.tsx')).AssistantsPage,
    }),
  },
]

import type { RouteObject } from 'react-router'

export const workspacePages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./home-page.tsx')).OwnHome }) },
  {
    path: 'pages/:namespace',
    lazy: async () => ({ Component: (await import('./home-page.tsx')).WorkspaceHome }),
  },
  {
    path: 'pages/:namespace/:code',
    lazy: async () => ({ Component: (await import('./page-view.tsx')).PageView }),
  },
]

import type { RouteObject } from 'react-router'

const lazy = async () => ({ Component: (await import('./list-page.tsx')).ListPage })

export const tasks: RouteObject[] = [
  { path: 'tasks', lazy },
  { path: 'tasks/:list', lazy },
  {
    path: 'task/:id',
    lazy: async () => ({ Component: (await import('./task-page.tsx')).TaskPage }),
  },
]

import type { RouteObject } from 'react-router'

export const processes: RouteObject[] = [
  {
    path: 'processes',
    lazy: async () => ({ Component: (await import('./processes-page.tsx')).ProcessesPage }),
  },
  {
    path: 'processes/:id',
    lazy: async () => ({ Component: (await import('./process-page.tsx')).ProcessPage }),
  },
  {
    path: 'instances',
    lazy: async () => ({ Component: (await import('./instances-page.tsx')).InstancesPage }),
  },
  {
    path: 'instances/:id',
    lazy: async () => ({ Component: (await import('./instance/instance-page.tsx')).InstancePage }),
  },
  {
    path: 'decisions',
    lazy: async () => ({
      Component: (await import('./decisions/decisions-page.tsx')).DecisionsPage,
    }),
  },
  {
    path: 'decisions/:namespace/:code',
    lazy: async () => ({ Component: (await import('./decisions/decision-page.tsx')).DecisionPage }),
  },
  {
    path: 'incidents',
    lazy: async () => ({ Component: (await import('./incidents-page.tsx')).IncidentsPage }),
  },
  {
    path: 'process-messages',
    lazy: async () => ({ Component: (await import('./messages/messages-page.tsx')).MessagesPage }),
  },
  {
    path: 'topics',
    lazy: async () => ({ Component: (await import('./workers/topics-page.tsx')).TopicsPage }),
  },
]

import type { RouteObject } from 'react-router'

export const admin: RouteObject[] = [
  {
    path: 'admin',
    lazy: async () => ({ Component: (await import('./admin-frame.tsx')).AdminFrame }),
    children: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('./overview/overview-page.tsx')).OverviewPage,
        }),
      },
      {
        path: 'tokens',
        lazy: async () => ({ Component: (await import('./tokens/tokens-page.tsx')).TokensPage }),
      },
      {
        path: 'programs',
        lazy: async () => ({
          Component: (await import('./programs/programs-page.tsx')).ProgramsPage,
        }),
      },
      {
        path: 'webhooks',
        lazy: async () => ({
          Component: (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
        }),
      },
      {
        path: 'webhooks/:id',
        lazy: async () => ({
          Component: (await import('./webhooks/webhook-page.tsx')).WebhookPage,
        }),
      },
      {
        path: 'audit',
        lazy: async () => ({ Component: (await import('./audit/audit-page.tsx')).AuditPage }),
      },
      {
        path: 'jobs',
        lazy: async () => ({ Component: (await import('./jobs/jobs-page.tsx')).JobsPage }),
      },
      {
        path: 'solutions',
        lazy: async () => ({
          Component: (await import('./solutions/solutions-page.tsx')).SolutionsPage,
        }),
      },
      {
        path: 'forms',
        lazy: async () => ({ Component: (await import('./forms/forms-page.tsx')).FormsPage }),
      },
      {
        path: 'forms/:namespace/:app/:code',
        lazy: async () => ({ Component: (await import('./forms/sent-page.tsx')).SentPage }),
      },
      {
        path: 'guests',
        lazy: async () => ({ Component: (await import('./guests/guests-page.tsx')).GuestsPage }),
      },
      {
        path: 'calendars',
        lazy: async () => ({
          Component: (await import('./calendars/calendars-page.tsx')).CalendarsPage,
        }),
      },
      {
        path: 'providers',
        lazy: async () => ({
          Component: (await import('./providers/providers-page.tsx')).ProvidersPage,
        }),
      },
      {
        path: 'factors',
        lazy: async () => ({
          Component: (await import('./factors/factors-page.tsx')).FactorsPage,
        }),
      },
      {
        path: 'access',
        lazy: async () => ({ Component: (await import('./access/access-page.tsx')).AccessPage }),
      },
    ],
  },
]

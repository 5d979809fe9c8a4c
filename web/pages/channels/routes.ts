import type { RouteObject } from 'react-router'

export const channels: RouteObject[] = [
  {
    path: 'channels',
    lazy: async () => ({ Component: (await import('./channels-page.tsx')).ChannelsPage }),
    children: [
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('./channel-view.tsx')).ChannelView }),
      },
    ],
  },
]

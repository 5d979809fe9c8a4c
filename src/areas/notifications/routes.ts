import { implement } from '../../http/implement.ts'
import { notifications } from './operations.ts'
import * as service from './service.ts'

export const notificationsRoutes = implement('notifications', notifications, {
  list: async ({ input: { unread, ...page } }, ctx) =>
    service.listNotifications(ctx, { ...page, onlyUnread: unread === 'true' }),
  markRead: async ({ input }, ctx) => ({ changed: await service.markRead(ctx, input.ids) }),
  markUnread: async ({ input }, ctx) => ({ changed: await service.markUnread(ctx, input.ids) }),
  getSettings: async (_, ctx) => ({ muted: await service.getMuted(ctx) }),
  saveSettings: async ({ input }, ctx) => {
    await service.saveMuted(ctx, input.muted)
    return { muted: await service.getMuted(ctx) }
  },
})

import { implement } from '../../http/implement.ts'
import { notifications } from './operations.ts'
import * as service from './service.ts'

export const notificationsRoutes = implement('notifications', notifications, {
  list: async ({ input: { unread, ...page } }, ctx) =>
    service.listNotifications(ctx, { ...page, onlyUnread: unread === 'true' }),
  markRead: async ({ input }, ctx) => ({ changed: await service.markRead(ctx, input.ids) }),
  markUnread: async ({ input }, ctx) => ({ changed: await service.markUnread(ctx, input.ids) }),
  getSettings: (_, ctx) => service.getSettings(ctx),
  saveSettings: ({ input }, ctx) => service.saveSettings(ctx, input),
})

import { implement } from '../../http/implement.ts'
import { notifications } from './operations.ts'
import * as push from './push/service.ts'
import * as service from './service.ts'
import * as settings from './settings.ts'

export const notificationsRoutes = implement('notifications', notifications, {
  list: async ({ input: { unread, ...page } }, ctx) =>
    service.listNotifications(ctx, { ...page, onlyUnread: unread === 'true' }),
  markRead: async ({ input }, ctx) => ({ changed: await service.markRead(ctx, input.ids) }),
  markUnread: async ({ input }, ctx) => ({ changed: await service.markUnread(ctx, input.ids) }),
  getSettings: (_, ctx) => settings.getSettings(ctx),
  saveSettings: ({ input }, ctx) => settings.saveSettings(ctx, input),
  listMutes: async (_, ctx) => ({ mutes: await settings.listMutes(ctx) }),
  mute: async ({ input }, ctx) => {
    await settings.muteObject(ctx, input.object)
    return {}
  },
  unmute: async ({ input }, ctx) => {
    await settings.unmuteObject(ctx, input.object)
    return {}
  },
  getPush: (_, ctx) => push.getPush(ctx),
  getPushKey: async (_, ctx) => ({ key: await push.getKey(ctx) }),
  startPush: async ({ input }, ctx) => {
    await push.startPush(ctx, input)
    return {}
  },
  stopPush: async (_, ctx) => {
    await push.stopPush(ctx)
    return {}
  },
})

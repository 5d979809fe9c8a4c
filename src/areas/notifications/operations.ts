import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, Id, Next, Page } from '../../api/schemas.ts'

/** What people can be told of. */
export const KINDS = ['mention', 'message', 'comment', 'task', 'system'] as const
const Kind = z.enum(KINDS)
export type Kind = z.output<typeof Kind>

export const Notification = z
  .object({
    id: Id,
    kind: Kind,
    object: z.string().describe('where it happened: channel:<id>, item:<namespace>/<code>/<id>, …'),
    message: Id.nullable(),
    comment: Id.nullable(),
    actor: z.object({ id: Id, name: z.string() }),
    text: z.string().describe('how it begins; empty for who may not read the object'),
    createdAt: DateTime,
    readAt: DateTime.nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>

const Settings = z.object({
  muted: z.array(Kind).max(100).describe('kinds that make no notifications'),
  email: z
    .enum(['off', 'each', 'digest'])
    .describe('letters about what is unread: none, one about each, or one every hour'),
})
export type Settings = z.output<typeof Settings>

const MINE = '/manage/v1/me/notifications'
const ids = z.array(Id).min(1).max(1000)

export const notifications = {
  list: operation({
    method: 'GET',
    path: MINE,
    summary: 'List my notifications, newest first',
    input: Page.extend({
      unread: z.enum(['true', 'false']).default('false').describe('only those not read yet'),
    }),
    output: z.object({
      notifications: z.array(Notification),
      total: z.int(),
      unread: z.int().describe('how many are not read, on whatever page'),
      ...Next,
    }),
  }),
  markRead: operation({
    method: 'POST',
    path: `${MINE}/read`,
    gives: [],
    summary: 'Mark notifications as read',
    input: z.object({ ids: ids.optional().describe('absent = all of them') }),
    output: z.object({ changed: z.int() }),
  }),
  markUnread: operation({
    method: 'POST',
    path: `${MINE}/unread`,
    gives: [],
    summary: 'Mark notifications as not read',
    input: z.object({ ids }),
    output: z.object({ changed: z.int() }),
  }),
  getSettings: operation({
    method: 'GET',
    path: '/manage/v1/me/notification-settings',
    summary: 'Read what I am notified of',
    output: Settings,
  }),
  saveSettings: operation({
    method: 'PUT',
    path: '/manage/v1/me/notification-settings',
    gives: [],
    summary: 'Choose what I am notified of',
    input: Settings.partial(),
    output: Settings,
  }),
}

import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, Id, Next, Page } from '../../api/schemas.ts'
import { push as browsers } from './push/operations.ts'

/** Kinds of notifications. */
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

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 09:00')

const Way = z
  .enum(['none', 'inbox', 'mail', 'digest'])
  .describe('not at all, in the inbox, also by a letter about each, also in the digest')
export type Way = z.output<typeof Way>

const email = z
  .enum(['off', 'each', 'digest'])
  .describe('letters about what is unread: none, one about each, or a digest; sets every kind')
const muted = z.array(Kind).max(100).describe('kinds that make no notifications')
const quiet = z
  .object({ from: Time, to: Time })
  .nullable()
  .describe('no letters between these times, by the clock of the user; they come afterwards')
const digestAt = Time.nullable().describe('when the digest of the day comes; null = every hour')

const push = z.array(Kind).max(100).describe('kinds that my browsers are told of, where I let them')

const Settings = z.object({
  muted,
  email,
  kinds: z.record(Kind, Way).describe('how I am told of each kind'),
  quiet,
  digestAt,
  push,
})
export type Settings = z.output<typeof Settings>

const SettingsChange = z
  .object({ muted, email, kinds: z.partialRecord(Kind, Way), quiet, digestAt, push })
  .partial()
export type SettingsChange = z.output<typeof SettingsChange>

const ObjectName = z
  .string()
  .max(500)
  .regex(/^[a-z_.]+:[^\s:]+$/, 'expected the name of an object, such as channel:<id>')
  .describe(
    'channel:<id>, item:<namespace>/<code>/<id>, app:<namespace>/<code>, instance:<id>, process:<namespace>/<code>, task:<id>',
  )

const Mute = z.object({ object: z.string(), createdAt: DateTime }).meta({ id: 'NotificationMute' })
export type Mute = z.output<typeof Mute>

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
    summary: 'Mark notifications as unread',
    input: z.object({ ids }),
    output: z.object({ changed: z.int() }),
  }),
  getSettings: operation({
    method: 'GET',
    path: '/manage/v1/me/notification-settings',
    summary: 'Get my notification settings',
    output: Settings,
  }),
  saveSettings: operation({
    method: 'PUT',
    path: '/manage/v1/me/notification-settings',
    gives: [],
    summary: 'Change my notification settings',
    input: SettingsChange,
    output: Settings,
  }),
  listMutes: operation({
    method: 'GET',
    path: `${MINE}/mutes`,
    summary: 'List muted objects',
    output: z.object({ mutes: z.array(Mute).describe('the newest first') }),
  }),
  mute: operation({
    method: 'POST',
    path: `${MINE}/mute`,
    gives: [],
    summary: 'Mute notifications about an object',
    description:
      'Of an item or an instance also nothing of its tasks; of an app nothing of its items, of a process nothing of its instances. At most 1000 objects.',
    input: z.object({ object: ObjectName }),
  }),
  unmute: operation({
    method: 'POST',
    path: `${MINE}/unmute`,
    gives: [],
    summary: 'Unmute notifications about an object',
    input: z.object({ object: ObjectName }),
  }),
  ...browsers,
}

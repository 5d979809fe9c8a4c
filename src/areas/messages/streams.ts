import { AppError, notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { getApp, getItem } from '../apps/service.ts'
import { getFile } from '../disk/lists.ts'
import * as bpm from '../processes/instances/service.ts'
import { getTask } from '../processes/tasks.ts'
import { getReadable } from './channels.ts'

export type ObjectPath = { namespace: string; code: string; id: string }

/** A stream of messages: a channel, or the feed of an object. */
export type Stream = {
  /** The name of the object in the event log. */
  name: string
  /** Its name in responses. */
  shown: { channel: string } | { target: ObjectPath }
  /** The directory of its files and their item; absent if it cannot have files. */
  directory?: string
  item?: string
  /** Users who are notified of every message. */
  followers: readonly string[]
}

export const channelStream = (id: string): string => `channel:${id}`

/** A channel that the caller may read and write in. */
export async function openChannel(ctx: Context, id: string): Promise<Stream> {
  await getReadable(ctx, id)
  return { name: channelStream(id), shown: { channel: id }, directory: id, followers: [] }
}

type Item = { __subscribers: string[] | null }

/** The activity stream of an object; reading rights are those of the object. */
export async function openObject(ctx: Context, target: ObjectPath): Promise<Stream> {
  if (target.namespace !== SYSTEM) return openItem(ctx, target)
  const open = Object.hasOwn(openers, target.code) && openers[target.code]
  if (!open) {
    const known = Object.keys(openers).join(', ')
    throw notFound('object', `${SYSTEM}/${target.code}, expected one of ${known}`)
  }
  return { ...(await open(ctx, target.id)), shown: { target } }
}

/** A reserved workspace code for objects that are not items. */
const SYSTEM = 'system'

type Opened = Omit<Stream, 'shown'>

const openers: Record<string, (ctx: Context, id: string) => Promise<Opened>> = {
  tasks: openTask,
  instances: openInstance,
  files: openFile,
}

/** Files of a task are stored with its item, for users who may read the item. */
async function openTask(ctx: Context, id: string): Promise<Opened> {
  const task = await getTask(ctx, id)
  const [about] = task.item ?? []
  const hasFiles = about && (await isAllowed(() => getItem(ctx, about, about.id)))
  return {
    name: `task:${id}`,
    ...(hasFiles && { directory: (await getApp(ctx, about)).id, item: about.id }),
    followers: [...new Set([task.created_by, ...task.performers, ...task.participants])],
  }
}

async function openInstance(ctx: Context, id: string): Promise<Opened> {
  const { instance } = await bpm.getInstance(ctx, id)
  return {
    name: `instance:${id}`,
    followers: instance.__subscribers as string[],
  }
}

async function openFile(ctx: Context, id: string): Promise<Opened> {
  const file = await getFile(ctx, id)
  return {
    name: `file:${id}`,
    followers: [file.__createdBy],
  }
}

async function isAllowed(look: () => Promise<unknown>): Promise<boolean> {
  try {
    await look()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

async function openItem(ctx: Context, target: ObjectPath): Promise<Stream> {
  const { namespace, code, id } = target
  const item = (await getItem(ctx, target, id)).item.parse<Item>()
  const app = await getApp(ctx, target)
  return {
    name: `item:${namespace}/${code}/${id}`,
    shown: { target: { namespace, code, id } },
    directory: app.id,
    item: id,
    followers: item.__subscribers ?? [],
  }
}

import { AppError, notFound } from '../../lib/errors.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { mayOnItem } from '../apps/policy.ts'
import { getApp, getItem } from '../apps/service.ts'
import { getFile } from '../disk/lists.ts'
import * as bpm from '../processes/instances/service.ts'
import { mayOnTask } from '../processes/task-rights.ts'
import { getTask } from '../processes/tasks.ts'
import { getReadable, isIn } from './channels.ts'

export type ObjectPath = { namespace: string; code: string; id: string }

/** A place where people write: a channel, or an object that they write about. */
export type Stream = {
  /** As the event log names the place. */
  name: string
  /** What it is called in answers. */
  shown: { channel: string } | { target: ObjectPath }
  /** Where its files lie, and for which item; absent where there is no place for files. */
  directory?: string
  item?: string
  /** Who wants to hear of every message. */
  followers: readonly string[]
  /** Whether somebody may read here. */
  canRead(user: Caller): Promise<boolean>
}

export const channelStream = (id: string): string => `channel:${id}`

/** A channel that the caller may read and write in. */
export async function openChannel(ctx: Context, id: string): Promise<Stream> {
  const channel = await getReadable(ctx, id)
  const canRead = (user: Caller) => isIn(ctx, channel, user)
  const name = channelStream(id)
  return { name, shown: { channel: id }, directory: id, followers: [], canRead }
}

type Item = { __id: string; __createdBy: string; __subscribers: string[] | null }

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

/** No workspace can be called so: what is no item of an app is found under it. */
const SYSTEM = 'system'

type Opened = Omit<Stream, 'shown'>

const openers: Record<string, (ctx: Context, id: string) => Promise<Opened>> = {
  tasks: openTask,
  instances: openInstance,
  files: openFile,
}

/** Files go where those of the item go that the task is about, for who may read the item. */
async function openTask(ctx: Context, id: string): Promise<Opened> {
  const task = await getTask(ctx, id)
  const [about] = task.item ?? []
  const hasFiles = about && (await isAllowed(() => getItem(ctx, about, about.id)))
  return {
    name: `task:${id}`,
    ...(hasFiles && { directory: (await getApp(ctx, about)).id, item: about.id }),
    followers: [...new Set([task.created_by, ...task.performers, ...task.participants])],
    canRead: (user) => mayOnTask({ ...ctx, user }, 'read', task),
  }
}

async function openInstance(ctx: Context, id: string): Promise<Opened> {
  const { instance } = await bpm.getInstance(ctx, id)
  return {
    name: `instance:${id}`,
    followers: instance.__subscribers as string[],
    canRead: (user) => isAllowed(() => bpm.getInstance({ ...ctx, user }, id)),
  }
}

async function openFile(ctx: Context, id: string): Promise<Opened> {
  const file = await getFile(ctx, id)
  return {
    name: `file:${id}`,
    followers: [file.__createdBy],
    canRead: (user) => isAllowed(() => getFile({ ...ctx, user }, id)),
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
    canRead: (user) => mayOnItem({ ...ctx, user }, app, 'read', item),
  }
}

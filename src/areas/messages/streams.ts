import type { Feed } from '../../kinds/kind.ts'
import type { FedKind } from '../../kinds/kinds.ts'
import { notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { getApp, getItem } from '../apps/service.ts'
import { getReadable } from './channels.ts'

export type ObjectPath = { namespace: string; code: string; id: string }

/** A stream of messages: a channel, or the feed of an object. */
export type Stream = Feed & {
  /** The name of the object in the event log. */
  name: string
  /** Its name in responses. */
  shown: { channel: string } | { target: ObjectPath }
}

/** The feed of an object, with what happens to it. */
export type ObjectStream = Stream & {
  /** How the types of the events begin that it shows. */
  types: readonly string[]
  /** Other objects whose events it shows. */
  listParts(): Promise<string[]>
}

export const channelStream = (id: string): string => `channel:${id}`

/** A channel that the caller may read and write in. */
export async function openChannel(ctx: Context, id: string): Promise<Stream> {
  await getReadable(ctx, id)
  return { name: channelStream(id), shown: { channel: id }, directory: id, followers: [] }
}

/** A reserved workspace code for objects that are not items. */
const SYSTEM = 'system'

/** The feed of an object; reading rights are those of the object. */
export const objectStreams =
  (kinds: readonly FedKind[]) =>
  async (ctx: Context, target: ObjectPath): Promise<ObjectStream> => {
    if (target.namespace !== SYSTEM) return openItem(ctx, target)
    const kind = kinds.find(({ feed }) => feed.code === target.code)
    if (!kind) {
      const known = kinds.map(({ feed }) => feed.code).join(', ')
      throw notFound('object', `${SYSTEM}/${target.code}, expected one of ${known}`)
    }
    const { name, feed } = kind
    return {
      ...(await feed.open(ctx, target.id)),
      name: `${name}:${target.id}`,
      shown: { target },
      types: feed.events,
      listParts: async () => (await feed.parts?.(ctx, target.id)) ?? [],
    }
  }

type Item = { __subscribers: string[] | null }

/** The feed of an item. */
export async function openItem(ctx: Context, target: ObjectPath): Promise<ObjectStream> {
  const { namespace, code, id } = target
  const item = (await getItem(ctx, target, id)).item.parse<Item>()
  const app = await getApp(ctx, target)
  return {
    name: `item:${namespace}/${code}/${id}`,
    shown: { target: { namespace, code, id } },
    directory: app.id,
    item: id,
    followers: item.__subscribers ?? [],
    types: ['app.item.', 'docflow.'],
    listParts: async () => [],
  }
}

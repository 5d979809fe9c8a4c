import { z } from 'zod'
import { DateTime, Id } from '../../api/schemas.ts'
import { GLOBAL } from '../../definitions/layout.ts'
import { toSnapshot } from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import { definitionId } from '../../lib/codes.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { toStorable } from '../../lib/storable.ts'
import { nothingYet, type Row, type Transferred } from '../../lib/transfer.ts'
import type { Context } from '../../platform/context.ts'
import { storeEach } from '../../platform/db/store-each.ts'
import { findUnits } from '../people/groups/membership.ts'
import { saveByHand } from '../solutions/by-hand.ts'
import { sanitise, textOf } from './rich-text.ts'
import { insertInto } from './store/channels.ts'
import * as store from './store/transfer.ts'
import { channelStream } from './streams.ts'

const text = (longest: number) =>
  z
    .string()
    .nullish()
    .transform((value) => toStorable(value ?? '').slice(0, longest))
const ids = z
  .array(Id)
  .nullish()
  .transform((list) => [...new Set(list)])

const TransferredChannel = z.object({
  id: Id,
  name: z.string().trim().min(1).max(500),
  description: text(10_000),
  accessType: z.string().default('private'),
  members: ids,
})

/** Channels that definitions made have their ids; others are linked to one that is made here. */
export async function transferChannels(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  const snapshot = toSnapshot(await ctx.freshDefinitions())
  await storeEach(ctx.db, { schema: TransferredChannel, rows, into }, async (channel) => {
    if (snapshot.findById('channel', channel.id)) return 'unchanged'
    const code = `by_hand_${channel.id.replaceAll('-', '')}`
    const id = definitionId('channel', GLOBAL, code)
    into.linked[channel.id] = id
    if (snapshot.findById('channel', id)) return 'linked'
    const { name, description } = channel
    const access = channel.accessType === 'public' ? 'public' : 'private'
    await saveByHand(ctx, {
      kind: 'channel',
      code,
      body: { name, description, access, members: [] },
    })
    const members = await insertInto(
      ctx.db,
      id,
      await findUnits(ctx, [ctx.user.id, ...channel.members]),
    )
    const data = { name, description, access, members }
    await ctx.emit({ type: 'channel.created', object: `channel:${id}`, data })
    return 'linked'
  })
  return into
}

const said = {
  id: Id,
  body: text(1_000_000),
  author: Id,
  createdAt: DateTime,
  updatedAt: DateTime,
  files: ids,
  mentions: ids,
}
const TransferredMessage = z
  .object({
    ...said,
    title: text(1000),
    channel: Id.optional(),
    target: z.object({ namespace: z.string(), code: z.string(), id: Id }).optional(),
    comments: z.array(z.object(said)).default([]),
  })
  .refine(
    ({ channel, target }) => (channel === undefined) !== (target === undefined),
    'expected a channel, or the item in whose feed it is',
  )

/** What was said stays as it was: only what is new is stored. */
export async function transferMessages(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  const snapshot = toSnapshot(await ctx.freshDefinitions())
  await storeEach(ctx.db, { schema: TransferredMessage, rows, into }, async (message) => {
    const { channel, target, comments } = message
    if (channel !== undefined && !snapshot.findById('channel', channel)) {
      throw notFound('channel', channel)
    }
    if (target && !snapshot.findApp(target.namespace, target.code)) {
      throw notFound('app', pathOf(target))
    }
    const stream = target ? `item:${pathOf(target)}/${target.id}` : channelStream(channel ?? '')
    const isNew = await store.insertMessage(ctx.db, stream, { ...message, ...contentOf(message) })
    if (!isNew && (await store.findStream(ctx.db, message.id)) !== stream) {
      throw conflict('the message is in another channel or feed here')
    }
    const added = await store.insertComments(
      ctx.db,
      message.id,
      comments.map((each) => ({ ...each, ...contentOf(each) })),
    )
    if (isNew) return 'created'
    return added > 0 ? 'updated' : 'unchanged'
  })
  return into
}

function contentOf({ body }: { body: string }) {
  const clean = sanitise(body)
  return { body: clean, bodyText: textOf(clean) }
}

import { parse } from 'yaml'
import { z } from 'zod'
import { listCallers } from '../areas/access/service.ts'
import { createPreference } from '../areas/marketing/preferences.ts'
import { addSubscribers, createSegment } from '../areas/marketing/segments.ts'
import { subscribe } from '../areas/marketing/subscribers.ts'
import { sendComment, sendMessage } from '../areas/messages/service.ts'
import { openChannel, openItem } from '../areas/messages/streams.ts'
import { replaceBindings } from '../areas/telephony/service.ts'
import { GLOBAL } from '../definitions/layout.ts'
import type { SourceFile } from '../definitions/source.ts'
import { pathOf } from '../lib/app-path.ts'
import { definitionId } from '../lib/codes.ts'
import type { Context } from '../platform/context.ts'
import type { Reading } from './cells.ts'
import { expandMoment } from './moments.ts'

const Said = z.strictObject({
  by: z.string(),
  at: z.string(),
  body: z.string(),
  mentions: z.array(z.string()).default([]),
})
const Conversations = z.array(
  Said.extend({
    channel: z.string().optional(),
    item: z.string().optional().describe('workspace/app/name'),
    title: z.string().optional(),
    comments: z.array(Said).default([]),
  }),
)
const Mailings = z.strictObject({
  preferences: z.array(z.string()),
  segments: z.array(
    z.strictObject({
      name: z.string(),
      externalId: z.string(),
      preference: z.string(),
      by: z.string(),
      consent: z.strictObject({ at: z.string(), method: z.string(), wording: z.string() }),
      contacts: z.array(z.string()),
    }),
  ),
})
const Extensions = z.record(z.string(), z.record(z.string(), z.string()))

/** Adds messages, mailings and phones. One transaction, once. */
export async function fillLife(
  ctx: Context,
  files: readonly SourceFile[],
  reading: Reading,
): Promise<void> {
  const read = <T>(name: string, schema: z.ZodType<T>): T[] =>
    files
      .filter(({ path }) => path === `data/${name}.yaml`)
      .map(({ content }) => schema.parse(parse(content.toString('utf8'))))
  for (const each of read('conversations', Conversations).flat()) await talk(ctx, each, reading)
  for (const each of read('mailings', Mailings)) await mail(ctx, each, reading)
  for (const each of read('extensions', Extensions)) await bind(ctx, each, reading)
}

type Talk = z.output<typeof Conversations>[number]

async function talk(ctx: Context, message: Talk, reading: Reading): Promise<void> {
  const { channel, item = '', title, comments } = message
  const open = (as: Context) =>
    channel === undefined
      ? openItem(as, itemAt(item, reading))
      : openChannel(as, definitionId('channel', GLOBAL, channel))
  const author = await as(ctx, message, reading)
  const given = { title, body: message.body, mentions: idsOf(message.mentions, reading) }
  const sent = await sendMessage(author, await open(author), given)
  const { id: messageId } = sent.parse<{ id: string }>()
  for (const comment of comments) {
    const other = await as(ctx, comment, reading)
    const reply = { body: comment.body, mentions: idsOf(comment.mentions, reading) }
    await sendComment(other, await open(other), { messageId, given: reply })
  }
}

async function mail(
  ctx: Context,
  { preferences, segments }: z.output<typeof Mailings>,
  reading: Reading,
): Promise<void> {
  const byName = new Map<string, string>()
  for (const name of preferences) byName.set(name, (await createPreference(ctx, name)).id)
  for (const { name, externalId, contacts, consent, by, ...segment } of segments) {
    const preference = known(byName.get(segment.preference), `preference "${segment.preference}"`)
    const author = await as(ctx, { by, at: consent.at }, reading)
    const id = await createSegment(author, { name, externalId, preference })
    const subscribed = await subscribe(author, {
      namespace: '_clients',
      code: '_contacts',
      consent: { ...consent, at: expandMoment(consent.at, reading.start) },
      preferences: [preference],
      subscribers: contacts.map((each) => ({ item: contactOf(each, reading) })),
    })
    const ids = subscribed.flatMap((each) => each.id ?? [])
    await addSubscribers(author, id, { ids, skipInvalid: false })
  }
}

async function bind(
  ctx: Context,
  extensions: z.output<typeof Extensions>,
  reading: Reading,
): Promise<void> {
  for (const [module, logins] of Object.entries(extensions)) {
    const bindings = Object.entries(logins).map(([extension, login]) => ({
      extension,
      userId: userId(login, reading),
    }))
    await replaceBindings(ctx, module, bindings)
  }
}

/** The same transaction as another user, at another time. */
async function as(
  ctx: Context,
  { by, at }: { by: string; at: string },
  reading: Reading,
): Promise<Context> {
  const [user] = await listCallers(ctx, [userId(by, reading)])
  const moment = new Date(expandMoment(at, reading.start))
  return { ...ctx, user: known(user, `user ${by}`), now: () => moment }
}

const idsOf = (logins: readonly string[], reading: Reading) =>
  logins.map((login) => userId(login, reading))

const userId = (login: string, { names }: Reading): string =>
  known(names.unit(`user:${login}`), `user ${login}`)

const contactOf = (name: string, { names }: Reading): string =>
  known(names.item('_clients/_contacts', name), `contact "${name}"`)

/** `crm/orders/Order 17`: what follows the second slash is the name. */
function itemAt(path: string, { names }: Reading) {
  const [, namespace = '', code = '', name = ''] = /^([^/]*)\/([^/]*)\/(.*)$/.exec(path) ?? []
  const id = known(names.item(pathOf({ namespace, code }), name), `item "${path}"`)
  return { namespace, code, id }
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`demo data: there is no ${what}`)
  return value
}

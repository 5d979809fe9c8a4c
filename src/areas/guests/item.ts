import { type StoredApp, snapshotOf } from '../../definitions/snapshot.ts'
import { inWords } from '../../documents/format.ts'
import type { Field, ItemReference } from '../../fields/field-type.ts'
import { notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { getOwnSettings } from '../access/service.ts'
import { columnsOf, documentValues, rowsOf } from '../apps/document-values.ts'
import { nameItems } from '../apps/lists.ts'
import { getItem } from '../apps/service.ts'
import { findReadableFiles } from '../disk/lists.ts'
import { listMessages } from '../messages/lists.ts'
import { textOf } from '../messages/rich-text.ts'
import { sendMessage } from '../messages/service.ts'
import { openItem } from '../messages/streams.ts'
import { listPeopleByName } from '../people/users/service.ts'
import type { ShownField } from './operations.ts'
import { toFile, toRow, type Values } from './rows.ts'

/** How many messages are shown. */
const MOST = 100

/** The visible part of an item. People are given by name, because guests cannot look them up. */
export async function readItem(ctx: Context, at: ItemReference) {
  const { app, values } = await getShared(ctx, at)
  const files = app.fields.filter(isFile).flatMap(({ code }) => (values[code] ?? []) as string[])
  return {
    app: app.body.name,
    item: toRow(app, values),
    fields: await readFields(ctx, app, values),
    files: (await findReadableFiles(ctx, [...new Set(files)])).map(toFile),
    messages: await readMessages(ctx, at),
  }
}

/** The text becomes a message in the feed of the item. */
export async function say(ctx: Context, at: ItemReference, text: string): Promise<void> {
  await getShared(ctx, at)
  await sendMessage(ctx, await openItem(ctx, at), { title: '', body: toHtml(text), ...NOTHING })
}

/** One answer for missing and unshared objects, so that names of apps cannot be guessed. */
async function getShared(ctx: Context, at: ItemReference) {
  const app = (await snapshotOf(ctx)).findApp(at.namespace, at.code)
  if (!app || app.deletedAt) throw notFound('item', at.id)
  const values = (await getItem(ctx, at, at.id)).item.parse<Values>()
  if (values.__deletedAt !== null) throw notFound('item', at.id)
  return { app, values }
}

const NOTHING = { mentions: [], files: [] }

/** Messages of guests are plain text. */
function toHtml(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<p>${safe.replaceAll('\n', '<br />')}</p>`
}

const toLines = (html: string): string => textOf(html.replace(/<br\s*\/?>|<\/p>/gi, '\n')).trim()

const isFile = ({ type }: Field): boolean => type === 'FILE' || type === 'IMAGE'

async function readFields(ctx: Context, app: StoredApp, values: Values): Promise<ShownField[]> {
  const shown = app.fields.filter((field) => !isFile(field) && !field.code.startsWith('__'))
  const named = await documentValues(ctx, {
    fields: app.byCode,
    values: Object.fromEntries(shown.map(({ code }) => [code, values[code] ?? null])),
    nameLinks: (references) => nameItems(ctx, references),
  })
  const { timeZone } = await getOwnSettings(ctx)
  const format = { locale: ctx.language ?? 'en', timeZone }
  return shown.flatMap((field) => {
    const { code, name } = field
    const value = inText(field, named[code], format)
    const table = field.type === 'TABLE' ? toTable(field, named[code], format) : undefined
    if (table) return table.rows.length === 0 ? [] : [{ code, name, value, table }]
    return value === '' ? [] : [{ code, name, value }]
  })
}

type Format = { locale: string; timeZone: string }

function inText(field: Field, value: unknown, format: Format): string | boolean {
  if (typeof value === 'boolean') return value
  const types = { [field.code]: field.type }
  return inWords(plain(field, value), field.code, { ...format, types })
}

/** Hidden columns are omitted from rows. */
function toTable(field: Field, value: unknown, format: Format): ShownField['table'] {
  const rows = rowsOf(value)
  const columns = columnsOf(field).filter(
    (column) => !isFile(column) && rows.some(({ [column.code]: cell }) => cell !== undefined),
  )
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map((column) => inText(column, row[column.code], format))),
  }
}

const plain = ({ kind }: Field, value: unknown): unknown =>
  kind === 'html' && typeof value === 'string' ? toLines(value) : value

type Message = {
  id: string
  title: string
  body: string
  author: string
  createdAt: string
  files: { id: string; name: string; size: number }[]
}

async function readMessages(ctx: Context, at: ItemReference) {
  const stream = await openItem(ctx, at)
  const found = await listMessages(ctx, stream, { filter: {}, from: 0, size: MOST })
  const messages = found.parse<Message>()
  const names = await listPeopleByName(
    ctx,
    messages.map(({ author }) => author),
  )
  const attached = messages.flatMap(({ files }) => files.map(({ id }) => id))
  const readable = new Set((await findReadableFiles(ctx, attached)).map(({ __id }) => __id))
  return messages.toReversed().map(({ id, title, body, author, createdAt, files }) => ({
    id,
    author: names.get(author) ?? '',
    isMine: author === ctx.user.id,
    text: [title, toLines(body)].filter(Boolean).join('\n'),
    at: new Date(createdAt).toISOString(),
    files: files
      .filter((file) => readable.has(file.id))
      .map((file) => ({ id: file.id, name: file.name, size: file.size })),
  }))
}

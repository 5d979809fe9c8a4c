import { AppError, invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { createFiles } from '../disk/files.ts'
import { findUnknownUsers } from '../people/users/service.ts'
import type { NewComment } from './operations.ts'
import { sanitise, textOf } from './rich-text.ts'
import type { Content } from './store/messages.ts'
import type { Stream } from './streams.ts'

type Files = NonNullable<NewComment['files']>

/** The stored form of a message. Uploads become files of the stream. */
export async function readContent(
  ctx: Context,
  stream: Stream,
  { given, title }: { given: NewComment; title?: string },
): Promise<Content> {
  const body = sanitise(given.body ?? '')
  const files = given.files ?? []
  const bodyText = textOf(body)
  if (bodyText.trim() === '' && files.length === 0 && !title) {
    throw invalid(
      `there is nothing in it: expected ${title === undefined ? '' : 'a title, '}a body or files`,
    )
  }
  const mentions = [...new Set(given.mentions)]
  await requireUsers(ctx, mentions)
  return { body, bodyText, mentions, files: await readFiles(ctx, stream, files) }
}

async function requireUsers(ctx: Context, ids: readonly string[]): Promise<void> {
  const unknown = await findUnknownUsers(ctx, ids)
  if (unknown.length === 0) return
  throw invalid(
    `field "mentions": user not found: ${unknown.slice(0, 10).join(', ')}`,
    unknown.map((id) => ({ path: `mentions.${ids.indexOf(id)}`, message: 'user not found' })),
  )
}

type Upload = Exclude<Files[number], string>

async function readFiles(ctx: Context, stream: Stream, files: Files): Promise<string[]> {
  const isId = (file: Files[number]) => typeof file === 'string'
  await requireFiles(ctx, files.filter(isId))
  const uploads = files.filter((file) => typeof file === 'object')
  const made = await makeFiles(ctx, stream, uploads)
  return [...new Set(files.map((file) => (isId(file) ? file : (made.get(file) ?? ''))))]
}

/** A message shares its files with all readers of the stream, so the author must be able to read them. */
async function requireFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const lost = await ctx.kinds.findUnreadable(
    ctx,
    ids.map((id) => ({ kind: 'file', id })),
  )
  const unknown = ids.filter((id) => lost.get('file')?.has(id))
  if (unknown.length > 0) throw invalid(`field "files": file not found: ${unknown.join(', ')}`)
}

/** Uploads become files of the stream, each of them or none. */
async function makeFiles(
  ctx: Context,
  { directory, item }: Stream,
  uploads: readonly Upload[],
): Promise<Map<Upload, string>> {
  if (uploads.length === 0) return new Map()
  if (directory === undefined) {
    throw invalid('field "files": uploads are not accepted here, expected ids of files')
  }
  const wanted = uploads.map(({ name, hash }) => ({ name, hash, directory, ...(item && { item }) }))
  const made = await createFiles(ctx, wanted)
  const problems = made.flatMap((each, at) =>
    each instanceof AppError ? [{ path: `files.${at}`, message: each.message }] : [],
  )
  const [first] = problems
  if (first) throw invalid(`field "files": ${first.message}`, problems)
  return new Map(uploads.map((upload, at) => [upload, String(made[at])]))
}

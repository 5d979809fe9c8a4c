import type { List } from '../../api/list.ts'
import { notFound } from '../../lib/errors.ts'
import type { JsonText } from '../../lib/json-text.ts'
import { list } from '../../lists/list.ts'
import type { PageRequest } from '../../lists/page.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { File, Search } from './operations.ts'
import { listOwnFiles } from './store/files.ts'
import {
  directoriesSource,
  filesSource,
  ofBodies,
  ofType,
  PRESENT,
  TRASHED,
} from './store/sources.ts'

export async function listDirectories(ctx: Context, request: ListRequest): Promise<List> {
  const asked = { by: ctx.user.id, at: ctx.now() }
  const where = await ctx.kinds.readable(ctx, 'directory')
  return list(ctx.db, { ...directoriesSource, where, asked }, request)
}

/** A new directory is returned to its creator, even without the right to read it. */
export const showDirectory = async (ctx: Context, id: string): Promise<JsonText> =>
  (await list(ctx.db, directoriesSource, ListRequest.parse({ ids: [id] }))).row

export async function searchFiles(ctx: Context, { filter, ...page }: Search): Promise<List> {
  const { __name, directory, __createdBy, __changedBy, contentType, ...times } = filter
  const tf = {
    __name: __name ?? undefined,
    directory: directory ?? undefined,
    __createdBy: __createdBy ?? undefined,
    __updatedBy: __changedBy ?? undefined,
    __createdAt: times.__createdAt ?? undefined,
    __updatedAt: times.__updatedAt ?? undefined,
  }
  const where = [PRESENT, ...ofType(contentType), ...(await ctx.kinds.readable(ctx, 'file'))]
  return list(ctx.db, { ...filesSource, where }, ListRequest.parse({ filter: { tf }, ...page }))
}

export async function listTrash(ctx: Context, page: PageRequest) {
  const order = [{ field: '__deletedAt', ascending: false }]
  const where = [TRASHED, ...(await ctx.kinds.readable(ctx, 'file'))]
  const request = ListRequest.parse(page)
  const found = await list(ctx.db, { ...filesSource, where, order }, request)
  const next = found.after === undefined ? {} : { after: found.after }
  return { files: found.parse<File>(), total: found.total, ...next }
}

/** A file that the caller may read. */
export async function getFile(ctx: Context, id: string): Promise<File> {
  const file = await getFileOrTrash(ctx, id)
  if (file.__deletedAt !== null) throw notFound('file', id)
  return file
}

/** The same, including files in the trash, which have `__deletedAt`. */
export async function getFileOrTrash(ctx: Context, id: string): Promise<File> {
  const [file] = await findFiles(ctx, [id], await ctx.kinds.readable(ctx, 'file'))
  if (!file) throw notFound('file', id)
  return file
}

/** Of these the files that the caller may read, in their order. */
export async function findReadableFiles(ctx: Context, ids: readonly string[]): Promise<File[]> {
  if (ids.length === 0) return []
  const files = await findFiles(ctx, ids, [PRESENT, ...(await ctx.kinds.readable(ctx, 'file'))])
  const byId = new Map(files.map((file) => [file.__id, file]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Of these the files that lie in the personal files of the caller. */
export async function findOwnFiles(ctx: Context, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : listOwnFiles(ctx.db, ids, ctx.user.id)
}

/** Whether the caller may read a file, also one in the trash. */
export const isReadable = (ctx: Context, id: string): Promise<boolean> =>
  ctx.kinds.mayRead(ctx, `file:${id}`)

/** New or changed files, in the order of their ids, without a check of rights. */
export async function showFiles(ctx: Context, ids: readonly string[]): Promise<File[]> {
  const found = new Map((await findFiles(ctx, ids, [])).map((file) => [file.__id, file]))
  return ids.map((id) => {
    const file = found.get(id)
    if (!file) throw notFound('file', id)
    return file
  })
}

/** The files that let the caller read these bodies, in any version. */
export async function findFilesOf(
  ctx: Context,
  hashes: readonly string[],
): Promise<Map<string, File>> {
  const readable = await ctx.kinds.readable(ctx, 'file')
  const files = await findFiles(ctx, undefined, [PRESENT, ofBodies(hashes), ...readable])
  return new Map(files.map((file) => [file.hash, file]))
}

async function findFiles(
  ctx: Context,
  ids: readonly string[] | undefined,
  where: Sql[],
): Promise<File[]> {
  const request = ListRequest.parse({ ...(ids && { ids }), size: -1 })
  return (await list(ctx.db, { ...filesSource, where }, request)).parse()
}

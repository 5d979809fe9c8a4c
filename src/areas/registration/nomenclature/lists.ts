import type { List } from '../../../api/list.ts'
import type { JsonText } from '../../../lib/json-text.ts'
import { list } from '../../../lists/list.ts'
import { ListRequest } from '../../../lists/request.ts'
import type { Source } from '../../../lists/source.ts'
import type { Context } from '../../../platform/context.ts'
import * as sources from './store/sources.ts'

type Listing = Partial<ListRequest>

/** Everybody may see where documents are registered. */
export function listDirectories(
  ctx: Context,
  { parentId, ...request }: Listing & { parentId?: string | null | undefined },
): Promise<List> {
  const where = parentId === undefined ? [] : [sources.isChildOf(parentId)]
  return answer(ctx, { ...sources.directories, where }, request)
}

export function listFolders(
  ctx: Context,
  {
    directoryId,
    docflow,
    ...request
  }: Listing & { directoryId?: string | null | undefined; docflow?: string | undefined },
): Promise<List> {
  const where = [
    ...(directoryId ? [sources.isIn(directoryId)] : []),
    ...(docflow ? [sources.hasDocflow(docflow)] : []),
  ]
  return answer(ctx, { ...sources.foldersAt(ctx.now()), where }, request)
}

export const showDirectory = async (ctx: Context, id: string): Promise<JsonText> =>
  (await listDirectories(ctx, { ids: [id] })).row
export const showFolder = async (ctx: Context, id: string): Promise<JsonText> =>
  (await listFolders(ctx, { ids: [id] })).row

const answer = (ctx: Context, source: Source, request: Listing): Promise<List> =>
  list(
    ctx.db,
    { ...source, asked: { by: ctx.user.id, at: ctx.now() } },
    ListRequest.parse({ ...request, total: false }),
  )

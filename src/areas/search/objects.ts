import type { ObjectKinds, ReadableKind } from '../../kinds/kinds.ts'
import type { Context } from '../../platform/context.ts'
import { formatOf, type TextFormat } from '../../texts/formats.ts'
import { saveInPieces } from './pieces.ts'
import { listUnread, type SearchedKind } from './store/entries.ts'

/** The kinds that are searched, by name. */
export type Searched = ReadonlyMap<string, SearchedKind>

export const isSearched = (kind: ReadableKind): kind is SearchedKind => kind.search !== undefined

export const listSearched = async (ctx: Context, kinds: ObjectKinds): Promise<Searched> =>
  new Map((await kinds.listReadable(ctx)).filter(isSearched).map((kind) => [kind.name, kind]))

/** The job that reads the text of a file. Until then the file is found by its name. */
export const READ_FILE = 'search.read_file'
export type ReadFile = { body: string; format: TextFormat }
/** The file store may be unavailable for a while; errors of a file itself are final. */
const ATTEMPTS = 8

/** Brings the entries of these objects up to date. */
export async function readThese(
  ctx: Context,
  kind: SearchedKind,
  ids: readonly string[],
): Promise<void> {
  await saveInPieces(ctx, kind, ids)
  for (const { body, name } of await listUnread(ctx.db, kind, ids)) {
    const format = formatOf(name)
    if (!format) continue
    const payload: ReadFile = { body, format }
    await ctx.addJob(READ_FILE, payload, { key: `${READ_FILE} ${body}`, maxAttempts: ATTEMPTS })
  }
}

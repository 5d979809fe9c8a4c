import type { Context } from '../../platform/context.ts'
import { isRefusedValue, isStatementTimeout } from '../../platform/db/errors.ts'
import { inSavepoint } from '../../platform/db/savepoint.ts'
import { listLengths, type SearchedKind, saveEntries } from './store/entries.ts'

/** Objects and characters of one statement: the database cancels those that take long. */
const OBJECTS = 20
const CHARACTERS = 1_000_000

/** Updates the entries of these objects. Objects that cannot be indexed keep their old entries. */
export async function saveInPieces(
  ctx: Context,
  kind: SearchedKind,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += OBJECTS) {
    for (const piece of await piecesOf(ctx, kind, ids.slice(at, at + OBJECTS))) {
      await savePiece(ctx, kind, piece)
    }
  }
}

async function piecesOf(
  { db }: Context,
  kind: SearchedKind,
  ids: readonly string[],
): Promise<string[][]> {
  try {
    const found = await inSavepoint(db, () => listLengths(db, kind, ids))
    const lengths = new Map(found.map(({ id, length }) => [id, length]))
    return split(ids, (id) => lengths.get(id) ?? 0)
  } catch (error) {
    if (!isOfObject(error)) throw error
    return ids.map((id) => [id])
  }
}

function split(ids: readonly string[], lengthOf: (id: string) => number): string[][] {
  const pieces: string[][] = []
  let room = 0
  for (const id of ids) {
    const length = lengthOf(id)
    const last = pieces.at(-1)
    if (last && length <= room) last.push(id)
    else pieces.push([id])
    room = (last && length <= room ? room : CHARACTERS) - length
  }
  return pieces
}

async function savePiece(ctx: Context, kind: SearchedKind, ids: readonly string[]): Promise<void> {
  try {
    await inSavepoint(ctx.db, () => saveEntries(ctx.db, kind, ids))
  } catch (error) {
    if (!isOfObject(error)) throw error
    if (ids.length > 1) for (const id of ids) await savePiece(ctx, kind, [id])
    else ctx.log.error({ err: error, kind: kind.name, id: ids[0] }, 'an object cannot be indexed')
  }
}

/** Permanent errors; temporary ones, such as a lost connection, are retried as a whole. */
const isOfObject = (error: unknown): boolean => isRefusedValue(error) || isStatementTimeout(error)

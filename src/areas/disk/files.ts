import mime from 'mime'
import { Cache } from '../../lib/cache.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { chargeFor, keepBodies, lockUsable, noBody } from './bodies.ts'
import { FreeNames } from './free-names.ts'
import { cleanName } from './names.ts'
import { getDirectoryFor } from './policy.ts'
import type { Usable } from './store/bodies.ts'
import { type Directory, findDirectory, lockNames } from './store/directories.ts'
import * as store from './store/files.ts'
import { Room } from './usage.ts'

export type NewFile = {
  name: string
  hash: string
  directory: string
  comment?: string
  /** The path of the item that the file belongs to; the right to change the item is required. */
  item?: string
}

/** Creates a file from an uploaded body, which becomes permanent. Returns the id of the file. */
export async function createFile(ctx: Context, file: NewFile): Promise<string> {
  const [made] = await createFiles(ctx, [file])
  if (made instanceof AppError) throw made
  return made ?? ''
}

/** Creates many files. Returns a file or an error for each, in the given order. */
export async function createFiles(
  ctx: Context,
  wanted: readonly NewFile[],
): Promise<(string | AppError)[]> {
  const bodies = await lockUsable(ctx, [...new Set(wanted.map(({ hash }) => hash))])
  const making = new Making(ctx, bodies)
  const checked: (Checked | AppError)[] = []
  for (const file of wanted) checked.push(await orError(() => making.check(file)))
  const accepted = checked.filter(isDone)
  await keepBodies(ctx, [...new Set(accepted.map(({ body }) => body))])
  const failed = await making.insert(accepted)
  return checked.map((each) => (each instanceof AppError ? each : (failed.get(each) ?? each.id)))
}

type Checked = { id: string; file: NewFile; name: string; directory: Directory; body: Usable }

/** The state of one call that creates files. */
class Making {
  readonly #ctx: Context
  readonly #bodies: ReadonlyMap<string, Usable>
  readonly #directories = new Cache<Promise<Directory>>()
  readonly #names: FreeNames
  readonly #room: Room
  readonly #charged = new Set<string>()

  constructor(ctx: Context, bodies: ReadonlyMap<string, Usable>) {
    this.#ctx = ctx
    this.#bodies = bodies
    this.#names = new FreeNames(ctx)
    this.#room = new Room(ctx)
  }

  async check(file: NewFile): Promise<Checked> {
    const name = cleanName(file.name)
    const directory = await this.#openDirectory(file)
    const body = this.#bodies.get(file.hash)
    if (!body) throw noBody(file.hash)
    if (body.is_temporary && !this.#charged.has(body.id)) {
      await this.#room.take(chargeFor(body))
      this.#charged.add(body.id)
    }
    return { id: newId(), file, name, directory, body }
  }

  /** Files without a free name get an error. */
  async insert(files: readonly Checked[]): Promise<Map<Checked, AppError>> {
    const failed = new Map<Checked, AppError>()
    for (let left = files; left.length > 0; ) {
      const rows = new Map<Checked, store.NewFile>()
      for (const each of left) {
        const name = await orError(() => this.#names.take(each.directory, each.name))
        if (name instanceof AppError) failed.set(each, name)
        else rows.set(each, toRow(each, name))
      }
      const by = { at: this.#ctx.now(), by: this.#ctx.user.id }
      const made = await store.insertFiles(this.#ctx.db, [...rows.values()], by)
      for (const [each, row] of rows) if (made.has(row.id)) await emitCreated(this.#ctx, each, row)
      left = [...rows.keys()].filter(({ id }) => !made.has(id))
    }
    return failed
  }

  #openDirectory({ directory, item }: NewFile): Promise<Directory> {
    const open = () => openToAdd(this.#ctx, directory, item !== undefined)
    return this.#directories.get(directory, open)
  }
}

async function openToAdd(ctx: Context, id: string, isTrusted: boolean): Promise<Directory> {
  const directory = isTrusted
    ? await getDirectoryRow(ctx, id)
    : await getDirectoryFor(ctx, 'create', id)
  if (directory.is_system && !directory.unique_names) return directory
  return holdDirectory(ctx, id, 'shared')
}

/** Locks the names in a directory until the end of the transaction, and returns the directory. */
export async function holdDirectory(
  ctx: Context,
  id: string,
  how: 'shared' | 'exclusive',
): Promise<Directory> {
  await lockNames(ctx.db, id, how)
  return getDirectoryRow(ctx, id)
}

export async function getDirectoryRow(ctx: Context, id: string): Promise<Directory> {
  const directory = await findDirectory(ctx.db, id)
  if (!directory) throw notFound('directory', id)
  return directory
}

export const uniqueIn = ({ id, unique_names }: Directory): string | null =>
  unique_names ? id : null

export const typeOf = (name: string): string => mime.getType(name) ?? 'application/octet-stream'

const toRow = ({ id, file, name: originalName, directory }: Checked, name: string) => ({
  id,
  directory: directory.id,
  uniqueIn: uniqueIn(directory),
  name,
  originalName,
  hash: file.hash,
  comment: file.comment ?? '',
  contentType: typeOf(name),
  item: file.item ?? null,
})

function emitCreated(ctx: Context, { id, body }: Checked, row: store.NewFile): Promise<void> {
  const { name, hash, directory, item } = row
  const data = { name, hash, size: body.size, directory, ...(item && { item }) }
  return ctx.emit({ type: 'disk.file.created', object: `file:${id}`, data })
}

/** An error of one file does not affect the others. */
export async function orError<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

export const isDone = <T>(each: T | AppError): each is T => !(each instanceof AppError)

/** The directories and authors of files; deleted and unknown files are left out. */
export const findFiles = async (
  ctx: Context,
  ids: readonly string[],
): Promise<store.FileLocation[]> => (ids.length === 0 ? [] : store.findFiles(ctx.db, ids))

/** What files contain now; deleted and unknown files are left out. */
export const findContents = async (
  ctx: Context,
  ids: readonly string[],
): Promise<store.FileContent[]> => (ids.length === 0 ? [] : store.findContents(ctx.db, ids))

/** The files of a list of ids as JSON `{id, hash, name, size}`, in its order. */
export const filesJson = (ids: Sql): Sql => store.filesJson(ids)

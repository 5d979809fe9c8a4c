import { changesOf, differences, isEmpty } from '../../../lib/changes.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import type { EventTypeOf } from '../../../lib/event-types.ts'
import { isId, newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { NewFolder } from './operations.ts'
import { DEFAULTS, mergeSettings, type Settings } from './settings.ts'
import * as directories from './store/directories.ts'
import * as folders from './store/folders.ts'
import { insertSerial, saveSerial } from './store/serials.ts'

export type { FolderRow } from './store/folders.ts'

/** What a solution says of the directory or folder it defines. */
type Defined = { id: string; path: string; solution: string }
type NewDirectory = { name: string; parentId?: string | null | undefined } & Partial<Defined>

/** Answers the id of the new directory. */
export async function createDirectory(ctx: Context, wanted: NewDirectory): Promise<string> {
  const { id = newId(), name, parentId, path, solution } = wanted
  if (parentId) await requireDirectory(ctx, parentId, 'parentId')
  await directories.insertDirectory(ctx.db, {
    ...{ id, name, parent_id: parentId ?? null, path: path ?? null, solution: solution ?? null },
    ...created(ctx),
  })
  await emit(ctx, 'nomenclature.directory.created', id, { name, parent: parentId ?? null })
  return id
}

export async function updateDirectory(
  ctx: Context,
  id: string,
  { name, parentId }: { name?: string | undefined; parentId?: string | null | undefined },
): Promise<void> {
  await directories.lockTree(ctx.db)
  const directory = await directories.findDirectory(ctx.db, id)
  if (!directory || directory.deleted_at) throw notFound('directory', id)
  if (parentId) {
    await requireDirectory(ctx, parentId, 'parentId')
    if ((await directories.listAround(ctx.db, parentId)).includes(id)) {
      throw invalid('field "parentId": a directory cannot contain itself')
    }
  }
  await saveDirectory(ctx, directory, differences(directory, { name, parent_id: parentId }))
}

/** A change that changes nothing has no event. */
export async function saveDirectory(
  ctx: Context,
  directory: directories.DirectoryRow,
  changed: Partial<directories.DirectoryRow>,
): Promise<void> {
  if (isEmpty(changed)) return
  await directories.saveDirectory(ctx.db, directory.id, { ...changed, ...updated(ctx) })
  const type = changed.deleted_at ? 'deleted' : 'updated'
  const changes = changesOf(directory, changed)
  await emit(ctx, `nomenclature.directory.${type}`, directory.id, { changes })
}

/** Answers the id of the new folder. */
export async function createFolder(ctx: Context, wanted: NewFolder): Promise<string> {
  await requireDirectory(ctx, wanted.directoryId, 'directoryId')
  const settings = await mergeSettings(ctx, DEFAULTS, wanted.registrationSettings ?? {})
  const { name, docflow, directoryId } = wanted
  return addFolder(ctx, { name, docflow, directory_id: directoryId }, settings)
}

type FolderHead = Pick<folders.FolderRow, 'name' | 'docflow' | 'directory_id'>

export async function addFolder(
  ctx: Context,
  place: FolderHead,
  settings: Settings,
  defined?: Partial<Defined> & { serialId: string },
): Promise<string> {
  const { serialId = newId(), id = newId(), path = null, solution = null } = defined ?? {}
  const { folder, serial } = split(settings)
  await insertSerial(ctx.db, { id: serialId, ...serial })
  await folders.insertFolder(ctx.db, {
    ...{ id, ...place, serial_id: serialId, path, solution, ...folder },
    ...created(ctx),
  })
  await emit(ctx, 'nomenclature.folder.created', id, {
    ...{ name: place.name, docflow: place.docflow, directory: place.directory_id },
  })
  return id
}

export async function updateFolder(
  ctx: Context,
  id: string,
  wanted: Partial<NewFolder>,
): Promise<void> {
  const folder = await folders.lockFolder(ctx.db, id)
  if (!folder || folder.deleted_at) throw notFound('folder', id)
  const { name, docflow, directoryId: directory_id } = wanted
  if (directory_id) await requireDirectory(ctx, directory_id, 'directoryId')
  const settings = await mergeSettings(ctx, folder, wanted.registrationSettings ?? {})
  await saveFolder(ctx, folder, differences(folder, { name, docflow, directory_id, ...settings }))
}

/** A change that changes nothing has no event. Numbers that were given stay as they are. */
export async function saveFolder(
  ctx: Context,
  row: folders.FolderRow,
  changed: Partial<folders.FolderRow>,
): Promise<void> {
  if (isEmpty(changed)) return
  const { folder, serial } = split(changed)
  if (!isEmpty(serial)) await saveSerial(ctx.db, row.serial_id, serial)
  await folders.saveFolder(ctx.db, row.id, { ...folder, ...updated(ctx) })
  const type = changed.deleted_at ? 'deleted' : 'updated'
  await emit(ctx, `nomenclature.folder.${type}`, row.id, { changes: changesOf(row, changed) })
}

/** A folder to register in, by its id or by its path in a solution. */
export async function getFolder(ctx: Context, reference: string): Promise<folders.FolderRow> {
  const folder = isId(reference)
    ? await folders.findFolder(ctx.db, reference)
    : await folders.findFolderAt(ctx.db, reference)
  if (!folder || folder.deleted_at) throw invalid(`folder not found: ${reference}`)
  return folder
}

async function requireDirectory(ctx: Context, id: string, field: string): Promise<void> {
  const directory = await directories.findDirectory(ctx.db, id)
  if (!directory || directory.deleted_at) {
    throw invalid(`field "${field}": directory not found: ${id}`)
  }
}

const SERIAL = [
  'use_released',
  'reset_in_period',
  'reset_period',
  'reset_period_count',
  'next_reset_at',
]

/** Some settings of a folder are those of its counter. */
function split<Columns extends Partial<folders.FolderRow>>(columns: Columns) {
  const ofSerial = ([key]: [string, unknown]) => SERIAL.includes(key)
  const entries = Object.entries(columns)
  return {
    serial: Object.fromEntries(entries.filter(ofSerial)) as Partial<Settings>,
    folder: Object.fromEntries(entries.filter((each) => !ofSerial(each))) as Partial<Columns>,
  }
}

const updated = (ctx: Context) => ({ updated_at: ctx.now(), updated_by: ctx.user.id })

const created = (ctx: Context) => ({
  created_at: ctx.now(),
  created_by: ctx.user.id,
  ...updated(ctx),
})

type NomenclatureEvent = EventTypeOf<'nomenclature.directory' | 'nomenclature.folder'>

const emit = (ctx: Context, type: NomenclatureEvent, id: string, data: Record<string, unknown>) =>
  ctx.emit({ type, object: `${type.split('.').slice(0, 2).join('.')}:${id}`, data })

/** What folders are called, by id. */
export async function listFolderNames(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await folders.listNames(ctx.db, [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

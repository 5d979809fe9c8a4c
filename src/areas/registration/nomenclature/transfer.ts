import { z } from 'zod'
import { DateTime, Id } from '../../../api/schemas.ts'
import { AppError } from '../../../lib/errors.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { nothingYet, type Row, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { storeEach } from '../../../platform/db/store-each.ts'
import { Docflow, GivenSettings } from './operations.ts'
import { addFolder, createDirectory } from './service.ts'
import { DEFAULTS, mergeSettings, type Settings } from './settings.ts'
import * as directories from './store/directories.ts'
import * as folders from './store/folders.ts'

const marks = {
  createdAt: DateTime,
  createdBy: Id.default(NIL_ID),
  updatedAt: DateTime,
  updatedBy: Id.default(NIL_ID),
}
const name = z.string().trim().min(1).max(500)

const TransferredDirectory = z.object({
  ...{ id: Id, name, ...marks },
  parentId: z.preprocess((id) => (id === NIL_ID ? null : id), Id.nullish()),
})

/** Offices and categories, parents first. What is here stays as it is. */
export async function transferNomenclature(
  ctx: Context,
  rows: readonly Row[],
): Promise<Transferred> {
  const into = nothingYet()
  const schema = TransferredDirectory
  await storeEach(ctx.db, { schema, rows, into }, async (wanted) => {
    const { id, parentId } = wanted
    if (await directories.findDirectory(ctx.db, id)) return 'unchanged'
    await createDirectory(ctx, { id, name: wanted.name, parentId })
    await directories.saveDirectory(ctx.db, id, stampsOf(wanted))
    return 'created'
  })
  return into
}

const TransferredFolder = z.object({
  ...{ id: Id, name, ...marks, directoryId: Id, docflow: Docflow, serialId: Id },
  registrationSettings: GivenSettings.default({}),
})

/** Folders with a counter of their own, which goes on after the largest number that comes. */
export async function transferFolders(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  const schema = TransferredFolder
  await storeEach(ctx.db, { schema, rows, into }, async (wanted) => {
    const { id, docflow, directoryId: directory_id, serialId } = wanted
    if (await folders.findFolder(ctx.db, id)) return 'unchanged'
    const settings = await settingsOf(ctx, wanted, into)
    const place = { name: wanted.name, docflow, directory_id }
    await addFolder(ctx, place, settings, { id, serialId })
    await folders.saveFolder(ctx.db, id, stampsOf(wanted))
    return 'created'
  })
  return into
}

/** A template that is not understood is left out: numbers are then typed by hand. */
async function settingsOf(
  ctx: Context,
  { id, registrationSettings }: z.output<typeof TransferredFolder>,
  into: Transferred,
): Promise<Settings> {
  try {
    return await mergeSettings(ctx, DEFAULTS, registrationSettings)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    into.problems.push({ id, message: `left out: ${error.message}` })
    return DEFAULTS
  }
}

const stampsOf = (of: z.output<z.ZodObject<typeof marks>>) => ({
  created_at: new Date(of.createdAt),
  created_by: of.createdBy,
  updated_at: new Date(of.updatedAt),
  updated_by: of.updatedBy,
})

import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import type { Upload } from '../../fields/file.ts'
import { wrongValues } from '../../fields/values.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { createFile } from '../disk/files.ts'

type Fields = ReadonlyMap<Field, unknown>
type FileValue = (string | Upload)[]
type Owner = { app: StoredApp; id: string }

/**
 * Turns uploads into files of the item, in the same transaction. Returns the values as
 * stored: ids only, which `checkLinks` checks.
 */
export async function makeFiles(ctx: Context, owner: Owner, fields: Fields): Promise<Fields> {
  if (![...fields].some(([field, value]) => value !== null && mayHoldFiles(field))) return fields
  const made = new Map(fields)
  for (const [field, value] of fields) {
    if (value !== null && mayHoldFiles(field)) {
      made.set(field, await makeValue(ctx, owner, { field, value, path: field.code }))
    }
  }
  return made
}

const isFile = ({ type }: { type: string }) => type === 'FILE' || type === 'IMAGE'
const fileColumns = (field: Field): string[] =>
  field.type === 'TABLE'
    ? Object.entries(field.columns as Record<string, Field>).flatMap(([code, column]) =>
        isFile(column) ? [code] : [],
      )
    : []
const mayHoldFiles = (field: Field) => isFile(field) || fileColumns(field).length > 0

/** A field whose value contains uploads instead of ids of existing files. */
export const findUpload = (fields: Fields): Field | undefined =>
  [...fields].find(([field, value]) => value !== null && listsIn(field, value).some(hasUpload))?.[0]

/** Whether the value of a field contains this file. */
export const holdsFile = (field: Field, value: unknown, file: string): boolean =>
  value !== null && value !== undefined && listsIn(field, value).some((ids) => ids?.includes(file))

const hasUpload = (files: FileValue | null): boolean =>
  files?.some((each) => typeof each !== 'string') ?? false

function listsIn(field: Field, value: unknown): (FileValue | null)[] {
  if (isFile(field)) return [value as FileValue]
  const codes = fileColumns(field)
  if (codes.length === 0) return []
  const { rows } = value as { rows: Record<string, FileValue | null>[] }
  return rows.flatMap((row) => codes.map((code) => row[code] ?? null))
}

type FieldValue = { field: Field; value: unknown; path: string }

async function makeValue(ctx: Context, owner: Owner, { field, value, path }: FieldValue) {
  if (isFile(field)) return makeList(ctx, owner, { files: value as FileValue, path })
  const table = value as { rows: Record<string, unknown>[] }
  const rows = []
  for (const [at, row] of table.rows.entries()) {
    const cells = { ...row }
    for (const code of fileColumns(field)) {
      const files = row[code] as FileValue | null
      const inRow = `${path}.rows.${at}.${code}`
      if (files) cells[code] = await makeList(ctx, owner, { files, path: inRow })
    }
    rows.push(cells)
  }
  return { ...table, rows }
}

async function makeList(
  ctx: Context,
  owner: Owner,
  { files, path }: { files: FileValue; path: string },
): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    ids.push(typeof file === 'string' ? file : await make(ctx, owner, file, path))
  }
  return ids
}

async function make(ctx: Context, { app, id }: Owner, file: Upload, path: string) {
  try {
    return await createFile(ctx, { ...file, directory: app.id, item: id })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    throw wrongValues([{ path, message: error.message }])
  }
}

import { containing } from '../../../fields/kinds/like.ts'
import { ROW, type Source, sourceColumns } from '../../../lists/source.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'

const audit: Parameters<typeof sourceColumns>[0] = [
  ['__createdAt', 'DATETIME', 'created_at'],
  ['__createdBy', 'ID', 'created_by'],
  ['__updatedAt', 'DATETIME', 'updated_at'],
  ['__updatedBy', 'ID', 'updated_by'],
  ['__deletedAt', 'DATETIME', 'deleted_at'],
]

export const directoriesSource: Source = {
  table: raw('kontor.all_directories'),
  where: [],
  order: [{ field: '__createdAt', ascending: true }],
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['__name', 'STRING', 'name'],
    ['directory', 'ID', 'parent_id'],
    ['parentsList', 'SYS_OSNODE', 'ancestors', { single: false }],
    ['system', 'BOOLEAN', 'is_system'],
    ['uniqueNames', 'BOOLEAN', 'unique_names'],
    ...audit,
  ]),
}

const size = sql`(select b.size from kontor.file_bodies b where b.id = ${ROW}.body_id)`

export const filesSource: Source = {
  table: raw('kontor.files'),
  where: [],
  order: [{ field: '__createdAt', ascending: false }],
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['__name', 'STRING', 'name'],
    ['name', 'STRING', 'name'],
    ['originalName', 'STRING', 'original_name'],
    ['hash', 'ID', 'body_id'],
    ['size', 'INTEGER', () => size],
    ['version', 'INTEGER', 'version'],
    ['directory', 'ID', 'directory_id'],
    ['comment', 'STRING', 'comment'],
    ['contentType', 'STRING', 'content_type'],
    ...audit,
  ]),
}

export const PRESENT = sql`${ROW}.deleted_at is null`
export const TRASHED = sql`${ROW}.deleted_at is not null`

/** A prefix such as `image/` matches all image types. */
export function ofType(wanted: string | null | undefined): Sql[] {
  if (!wanted) return []
  const type = wanted.toLowerCase()
  if (!type.endsWith('/')) return [sql`${ROW}.content_type = ${type}`]
  return [sql`${ROW}.content_type like ${containing(type).slice(1)}`]
}

export const ofBodies = (hashes: readonly string[]): Sql =>
  sql`${ROW}.body_id = any(${hashes}::uuid[])`

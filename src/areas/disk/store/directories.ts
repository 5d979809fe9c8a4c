import { conflict } from '../../../lib/errors.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { quick, sql, valuesOf } from '../../../platform/db/sql.ts'

export type Directory = {
  id: string
  name: string
  parent_id: string | null
  /** The nearest first. */
  ancestors: string[]
  is_system: boolean
  unique_names: boolean
  owner_id: string | null
  app_id: string | null
  created_by: string
  deleted_at: Date | null
}

const COLUMNS = sql`id, name, parent_id, ancestors, is_system, unique_names, owner_id, app_id,
  created_by, deleted_at`

/** A deleted one too: files in the trash still lie in it. */
export async function findAnyDirectory(db: Db, id: string): Promise<Directory | undefined> {
  return await db.first(
    quick(sql<Directory>`select ${COLUMNS} from kontor.all_directories where id = ${id}`),
  )
}

export async function findDirectory(db: Db, id: string): Promise<Directory | undefined> {
  const directory = await findAnyDirectory(db, id)
  return directory?.deleted_at === null ? directory : undefined
}

/** The first of these that is there. */
export async function findNearest(db: Db, way: readonly string[]): Promise<Directory | undefined> {
  return db.first(sql<Directory>`
    select ${COLUMNS} from unnest(${way}::uuid[]) with ordinality way(id, at)
    join kontor.all_directories using (id)
    where deleted_at is null order by at limit 1`)
}

export type NewDirectory = {
  id: string
  name: string
  uniqueNames: boolean
  parent: Directory
  at: Date
  by: string
}

export async function insertDirectory(db: Db, directory: NewDirectory): Promise<void> {
  const { id, name, uniqueNames, parent, at, by } = directory
  const row = {
    id,
    name,
    parent_id: parent.id,
    ancestors: [parent.id, ...parent.ancestors],
    unique_names: uniqueNames,
    unique_in: parent.unique_names ? parent.id : null,
    owner_id: parent.owner_id,
    app_id: parent.app_id,
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  }
  try {
    await db.run(sql`insert into kontor.directories ${valuesOf(row)}`)
  } catch (error) {
    if (!isUniqueViolation(error, 'directories_names')) throw error
    throw conflict(`"${parent.name}" has a directory called "${name}" already`, error)
  }
}

/**
 * Holds the names of a directory. Many may add files at once, an index keeps them apart; who adds a
 * directory or brings files from elsewhere is alone.
 */
export const lockNames = (db: Db, id: string, how: 'shared' | 'exclusive') =>
  db.run(
    how === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${advisoryLock('directory names', sql`${id}::uuid::text`)})`
      : sql`select pg_advisory_xact_lock(${advisoryLock('directory names', sql`${id}::uuid::text`)})`,
  )

/** Which of these names a directory has already. */
export async function listTaken(db: Db, id: string, names: readonly string[]): Promise<string[]> {
  const rows = await db.all(sql<{ name: string }>`
    select name from kontor.files where unique_in = ${id} and name = any(${names})
      and deleted_at is null
    union all
    select name from kontor.directories where unique_in = ${id} and name = any(${names})
      and deleted_at is null`)
  return rows.map(({ name }) => name)
}

export type Granted = { id: string; is_author: boolean }

/** Directories that may be read, with everything in them: by these subjects, or by authors. */
export const listGranted = (db: Db, subjects: readonly string[]): Promise<Granted[]> =>
  db.all(sql<{ id: string; is_author: boolean }>`
    select distinct split_part(object_id, '/', -1) as id, subject_kind = 'role' as is_author
    from kontor.grants
    where object_kind = 'directory' and right_code in ('read', 'manage')
      and (subject_id = any(${subjects}) or (subject_kind = 'role' and subject_id = 'author'))
      and object_id ~ '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`)

import { build, type Db } from '../../../platform/db/db.ts'

export type NewFile = {
  id: string
  directory: string
  name: string
  hash: string
  /** The item it was made for. */
  item?: string | undefined
  at: Date
  by: string
}

export async function insertFile(db: Db, file: NewFile): Promise<void> {
  const { id, directory, name, hash, item, at, by } = file
  await db.run(
    build.insertInto('kontor.files').values({
      id,
      directory_id: directory,
      name,
      original_name: name,
      body_id: hash,
      item_id: item ?? null,
      created_at: at,
      created_by: by,
      updated_at: at,
      updated_by: by,
    }),
  )
}

/** Of a file what decides who may use it. */
export type FilePlace = { id: string; directory: string; item: string | null; by: string }

/** Those that are not deleted, in any order. */
export const findFiles = (db: Db, ids: readonly string[]): Promise<FilePlace[]> =>
  db.all(
    build
      .selectFrom('kontor.files')
      .select(['id', 'directory_id as directory', 'item_id as item', 'created_by as by'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null),
  )

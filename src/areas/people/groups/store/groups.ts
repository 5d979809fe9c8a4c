import type { Db } from '../../../../platform/db/db.ts'
import { assign, sql, valuesOf } from '../../../../platform/db/sql.ts'

export type GroupRow = {
  id: string
  namespace: string
  code: string
  name: string
  description: string
  is_role: boolean
  is_default: boolean
  is_system: boolean
  version: number
  created_at: Date
  created_by: string | null
  updated_at: Date
  updated_by: string | null
  deleted_at: Date | null
  solution: string | null
  /** The identity provider that manages it. */
  provider: string | null
  /** Its key there. */
  external_id: string | null
}

export const findGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  db.first(sql<GroupRow>`select * from kontor.groups where id = ${id}`)

/** Locks the row until the transaction ends. */
export const lockGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  db.first(sql<GroupRow>`select * from kontor.groups where id = ${id} for update`)

/** Live groups with this code, in any workspace. */
export const listByCode = (db: Db, code: string) =>
  db.all(sql<Pick<GroupRow, 'id' | 'namespace'>>`
    select id, namespace from kontor.groups
    where code = ${code} and deleted_at is null order by namespace`)

/** Live groups of solutions with this name in a workspace. */
export const listDefined = (db: Db, { namespace, name }: Pick<GroupRow, 'namespace' | 'name'>) =>
  db.all(sql<Pick<GroupRow, 'id'>>`
    select id from kontor.groups
    where namespace = ${namespace} and name = ${name} and solution is not null
      and deleted_at is null limit 2`)

export const insertGroup = (
  db: Db,
  group: Omit<GroupRow, 'version' | 'is_system' | 'deleted_at'>,
) => db.run(sql`insert into kontor.groups ${valuesOf(group)}`)

export const saveGroup = (db: Db, id: string, changes: Partial<GroupRow>) =>
  db.run(sql`
    update kontor.groups set ${assign(changes)}, version = version + 1 where id = ${id}`)

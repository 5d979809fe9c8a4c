import type { StoredApp } from '../../../definitions/snapshot.ts'
import { run } from '../../../lists/statements.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { shapeOf } from './shape.ts'

/** What decides who may read an item, besides rights on its app. */
export type Standing = {
  author: string
  performers: string[]
  /** Whom the item itself was granted to: users, groups, positions … */
  readers: string[]
}

/** By id, of those that are there. */
export async function findStanding(
  db: Db,
  app: StoredApp,
  ids: readonly string[],
): Promise<[string, Standing][]> {
  const place = `${app.namespace}/${app.code}/`
  const rows = await run<Standing & { id: string }>(
    db,
    sql`select i."__id" as id, i."__createdBy" as author, 
      coalesce(i."__tasks_performers", '{}') as performers,
      array(select subject_id from kontor.grants where object_kind = 'item'
        and object_id = ${place}::text || i."__id" and right_code in ('read', 'manage')) as readers
      from ${shapeOf(app).table} i where i."__id" = any(${[...ids]}::uuid[])`,
  )
  return rows.map(({ id, ...standing }) => [id, standing])
}

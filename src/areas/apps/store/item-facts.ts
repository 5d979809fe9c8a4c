import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { FactColumns } from '../../../kinds/condition.ts'
import { idIn, type Rows, type Searched } from '../../../kinds/kind.ts'
import { ROW } from '../../../lists/source.ts'
import { sql } from '../../../platform/db/sql.ts'
import { shapeOf } from './shape.ts'

const PERFORMERS = sql`${ROW}."__tasks_performers"`

/** What decides who has a right on an item, besides rights on its app. */
export function itemFacts({ namespace, code }: StoredApp, right: string): FactColumns {
  const prefix = `${namespace}/${code}/`
  return {
    author: idIn(sql`${ROW}."__createdBy"`),
    performers: {
      values: sql`coalesce(${PERFORMERS}, '{}')`,
      // The index has only the items that have tasks.
      hasAny: (people) => sql`(${PERFORMERS} <> '{}' and ${PERFORMERS} && ${people}::uuid[])`,
    },
    /** Whom the item itself was granted to: users, groups, positions … */
    grantees: {
      values: sql`array(select subject_id from kontor.grants where object_kind = 'item'
        and object_id = ${prefix}::text || ${ROW}."__id" and right_code in (${right}, 'manage'))`,
      hasAny: (subjects) => sql`${ROW}."__id" in (
        select case when object_id ~ '/[0-9a-f-]{36}$' then split_part(object_id, '/', 3)::uuid end
        from kontor.grants
        where object_kind = 'item' and starts_with(object_id, ${prefix}::text)
          and right_code in (${right}, 'manage') and subject_id = any(${subjects}::text[]))`,
    },
  }
}

const NAME = sql`${ROW}."__name"`

/** The items of an app as objects that somebody may read. */
export const itemRows = (app: StoredApp): Rows => ({
  table: shapeOf(app).table,
  key: sql`${ROW}."__id"`,
  isLive: sql`${ROW}."__deletedAt" is null`,
  facts: itemFacts(app, 'read'),
})

export const itemSearch = (app: StoredApp): Searched => ({
  texts: [NAME],
  ordered: NAME,
  select: sql`${NAME} as title, ${app.body.name}::text as subtitle,
    ${app.namespace}::text as namespace, ${app.code}::text as code`,
})
